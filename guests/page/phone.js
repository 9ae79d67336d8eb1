// @ts-check
/** The page of a telephone that is a player's hand. It asks and shows; nothing is worked out here,
 * nothing private stays, and whatever is wished is done at the table or not at all. */

import { hold } from "./hold.js";
import { Board, define, instrument, marked, wear } from "./scene.js";
import { changed } from "./seen.js";

/** @typedef {import("./seen.js").Seen} Seen */
/** @typedef {import("./seen.js").Page} Page */
/** @typedef {{seat: string, name: string, may: string, language: string,
 *   languages: string[][], words: Record<string, string>}} Me */
/** @typedef {{token: string, label: string, at?: number[] | null, kind?: boolean}} Option */
/** @typedef {{prompt: string, chosen?: string[], kept?: number, options?: Option[], typed?: boolean,
 *   deed?: string, wrong?: string[], back?: boolean, question?: string, asking?: string, ends?: boolean}} Offered */
/** @typedef {{sentences: string[], parts: {title: string, things: {label: string,
 *   shapes: import("./scene.js").Shape[]}[]}[], rows: import("./scene.js").Row[],
 *   shapes: import("./scene.js").Shape[]}} Own */

/** @type {NodeListOf<HTMLElement>} */
const ENDS = document.querySelectorAll("[data-how]"); // ways to end the game
const AGAIN = 200; // milliseconds until a lost table is asked again
const MANY = 24; // things on the table: so many are touched there, and not in a list

/** @type {Me | null} */
let me = null;
/** @type {Page | null} */
let page = null;
/** @type {Seen | null} */
let seen = null;
/** @type {Board | null} */
let board = null;
/** @type {EventSource | null} */
let stream = null;
/** @type {string[]} */
let tokens = [];
let asking = 0, looking = 0, again = 0;

const contrast = matchMedia("(prefers-contrast: more)"), light = matchMedia("(prefers-color-scheme: light)");

/** @template {HTMLElement} T @param {string} id @returns {T} */
function at(id) {
  return /** @type {T} */ (document.getElementById(id));
}

/** @param {string} id @param {string | undefined} text */
function tell(id, text) {
  const one = at(id);
  if (one.textContent !== (text ?? "")) one.textContent = text ?? "";
}

/** @param {Record<string, unknown>} what @returns {Promise<{status: number, said: any}>} */
async function ask(what) {
  try {
    const answer = await fetch("/p/ask", {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(what),
    });
    return { status: answer.status, said: answer.ok ? await answer.json() : null };
  } catch {
    return { status: 0, said: null };
  }
}

/** Whether the table had no time for an answer, or the answer was lost. @param {number} status */
function late(status) {
  return status === 0 || status === 429 || status === 504;
}

/** A name for a wish: asked again with it, nothing is done twice. */
function once() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((one) => one.toString(16).padStart(2, "0")).join("");
}

/** Ask until there is an answer: the same wish is never done twice. @param {Record<string, unknown>} what */
async function wish(what) {
  const named = { ...what, once: once() };
  for (let tries = 0; ; tries++) {
    const answer = await ask(named);
    if (!late(answer.status) || tries === 4) return answer.said;
    await new Promise((done) => setTimeout(done, AGAIN));
  }
}

// Sitting down

/** @param {string} ticket */
async function sit(ticket) {
  const language = (navigator.language || "en").slice(0, 2).toLowerCase();
  const { status, said } = await ask({ type: "sit", ticket, language });
  if (said?.type === "me") seated(said);
  else if (status === 504) hello(); // it may be true by now
  else {
    at("no-seat").hidden = false;
    stand();
  }
}

/** Whose hand is this? Where it is nobody's any more, it may sit down anew. */
async function hello() {
  const { status, said } = await ask({ type: "hello" });
  if (said?.type === "me") seated(said);
  else if (status === 401 || status === 404 || said) stand();
  else lost();
}

function stand() {
  cover();
  stream?.close();
  me = seen = stream = null;
  at("hand").hidden = true;
  at("sit").hidden = false;
}

/** @param {Me} told */
function seated(told) {
  me = told;
  document.documentElement.lang = told.language;
  at("sit").hidden = true;
  at("hand").hidden = false;
  const words = told.words;
  for (const [id, word] of [["hold", "hold"], ["holding", "holding"], ["last-title", "last"], ["open", "board"],
    ["agree", "agree"], ["refuse", "refuse"], ["do", "do"], ["back", "back"], ["undo", "take_back"],
    ["enter", "enter"], ["end", "end"], ["lost", "lost"], ["away", "not_now"], ["language-name", "language"]]) tell(id, words[word]);
  for (const one of ENDS) one.textContent = words[`end_${one.dataset.how}`];
  at("typed").setAttribute("aria-label", words.type);
  tell("you", words.you);
  const select = at("language");
  select.replaceChildren(...told.languages.map(([code, name]) => new Option(name, code, false, code === told.language)));
  if (!stream) follow();
  show();
  choose();
}

function follow() {
  stream?.close();
  const own = stream = new EventSource("/p/stream");
  const on = (/** @type {string} */ name, /** @type {(told: any) => void} */ take) => own.addEventListener(name, (event) => {
    if (own === stream) take(JSON.parse(/** @type {MessageEvent} */ (event).data));
  });
  own.addEventListener("open", () => { at("lost").hidden = true; });
  own.addEventListener("error", () => { if (own === stream) lost(); });
  on("dress", (told) => {
    page = told;
    seen = null;
    dress();
  });
  on("whole", (told) => news(told));
  on("change", (told) => { if (seen) news(changed(seen, told)); });
  on("nudge", hello);
}

/** @param {Seen | null} told */
function news(told) {
  cover();
  seen = told;
  show();
  choose();
}

/** The table is not there: it is asked again soon. */
function lost() {
  cover();
  stream?.close();
  stream = null;
  if (me) at("lost").hidden = false;
  clearTimeout(again);
  again = setTimeout(() => { if (!stream && !document.hidden) hello(); }, AGAIN);
}

// What is shown

function worn() {
  return page?.pictures?.themes[contrast.matches ? "contrast" : light.matches ? "light" : "dark"] ?? null;
}

function dress() {
  const colours = worn();
  board = null;
  if (page?.pictures && colours) {
    wear(document.documentElement, page.pictures, colours);
    define(/** @type {any} */ (at("looks")), page.pictures, colours);
  }
  show();
}

function show() {
  const pictures = page?.pictures, colours = worn(), here = Boolean(me?.seat && seen && pictures && colours);
  at("away").hidden = here;
  at("there").hidden = !here;
  if (!me || !seen || !pictures || !colours || !here) return tell("asked", "");
  document.title = seen.title;
  tell("asked", seen.asked);
  const mine = seen.people?.find((one) => one.seat === me?.seat);
  at("asked").classList.toggle("mine", Boolean(mine?.asked));
  at("you").replaceChildren();
  marked(at("you"), me.seat, pictures, colours);
  at("you").append(me.words.you);
  tell("last", seen.last?.sentence);
  table();
}

/** The board, and what everybody has: only where it is wanted. */
function table() {
  const pictures = page?.pictures, colours = worn();
  if (!seen || !me || !pictures || !colours || at("table").hidden) return;
  const svg = /** @type {any} */ (at("board"));
  svg.setAttribute("aria-label", seen.board);
  board ??= new Board(svg, pictures, colours, true);
  board.layer.setAttribute("aria-hidden", "true");
  board.show(seen.shapes);
  const words = me.words;
  at("people").replaceChildren(...(seen.people ?? []).map((told) => {
    const one = document.createElement("li"), name = document.createElement("h3"), rows = document.createElement("div");
    marked(name, told.seat, pictures, colours);
    name.append(told.name);
    rows.className = "rows";
    rows.append(...(told.rows ?? []).map((row) => instrument(row, pictures, words.unknown)));
    one.append(name, rows);
    return one;
  }));
  at("rows").replaceChildren(...(seen.table ?? []).map((row) => instrument(row, pictures, words.unknown)));
  targets();
}

// One's own

/** Nothing of it stays. */
function cover() {
  looking++;
  at("own").replaceChildren();
  at("own").hidden = true;
}

async function look() {
  const turn = ++looking, { said } = await ask({ type: "look" });
  if (turn !== looking || document.hidden || !said) return;
  const own = at("own");
  own.replaceChildren(...(said.type === "own" ? uncovered(said) : [words(said.sentence)]));
  own.hidden = false;
  for (const svg of own.querySelectorAll("svg.board")) pictured.get(svg)?.();
}

/** @type {WeakMap<Element, () => void>} */
const pictured = new WeakMap();

/** @param {string} text */
function words(text) {
  const one = document.createElement("p");
  one.textContent = text;
  return one;
}

/** @param {Own} own */
function uncovered(own) {
  const found = own.sentences.map(words), pictures = page?.pictures;
  for (const part of own.parts) {
    const list = document.createElement("ul");
    list.className = "things";
    list.append(...part.things.map((thing) => {
      const one = document.createElement("li");
      if (thing.shapes.length) one.append(drawing(thing.shapes));
      one.append(thing.label);
      return one;
    }));
    found.push(words(part.title), /** @type {any} */ (list));
  }
  if (pictures) found.push(...own.rows.map((row) => /** @type {any} */ (instrument(row, pictures, me?.words.unknown ?? ""))));
  if (own.shapes.length) found.push(/** @type {any} */ (drawing(own.shapes)));
  return found;
}

/** Shapes as a picture of their own; drawn once it is on the page. @param {import("./scene.js").Shape[]} shapes */
function drawing(shapes) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg"), colours = worn();
  svg.setAttribute("class", "board");
  svg.setAttribute("aria-hidden", "true");
  pictured.set(svg, () => {
    if (page?.pictures && colours) new Board(svg, page.pictures, colours, true).show(shapes);
  });
  return svg;
}

// Choosing, telling, moving

/** @type {Offered | null} */
let offered = null;

/** What can be chosen after that; what fits no more is left out. It is asked until there is an answer, or
 * something else is asked: else what was possible before would stand there. */
async function choose(also = "") {
  if (!me?.seat || me.may === "none") return;
  const turn = ++asking, { status, said } = await ask({ type: "begin", tokens });
  if (turn !== asking) return;
  if (late(status)) setTimeout(() => { if (turn === asking && stream) choose(also); }, AGAIN);
  if (said?.type !== "offered") return;
  offered = said;
  tokens = tokens.slice(0, said.kept ?? 0);
  offer(also);
}

function offer(also = "") {
  if (!offered || !me) return;
  const { options = [], chosen = [], deed = "" } = offered, here = Boolean(options.length || tokens.length || offered.typed);
  at("choose").hidden = !here;
  tell("prompt", offered.prompt || me.words.do);
  tell("chosen", chosen.join(", "));
  tell("wrong", [also, ...(offered.wrong ?? [])].filter(Boolean).join(" "));
  tell("deed", deed);
  const onTable = options.filter((one) => one.at && !one.kind).length > MANY;
  const listed = options.filter((one) => !onTable || one.kind || !one.at);
  at("options").replaceChildren(...listed.map((one) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = one.label;
    button.addEventListener("click", () => take(one.token));
    return button;
  }));
  at("typing").hidden = !offered.typed;
  at("do").hidden = !deed;
  at("back").hidden = !tokens.length;
  at("undo").hidden = !offered.back;
  at("question").hidden = !offered.question;
  at("ends").hidden = !offered.ends;
  tell("question-text", offered.question);
  if (onTable && !tokens.length && at("table").hidden) at("open").classList.add("bright");
  else at("open").classList.remove("bright");
  targets();
}

/** @param {string} token */
function take(token) {
  tokens = [...tokens, token];
  tell("said", "");
  choose();
}

/** What can be chosen on the table, each a button that has a name. */
function targets() {
  const svg = at("board");
  svg.querySelectorAll(".target").forEach((one) => one.remove());
  if (at("table").hidden) return;
  for (const option of offered?.options ?? []) {
    if (!option.at) continue;
    const [x, y, size] = option.at, one = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    for (const [key, value] of Object.entries({ cx: x * 100, cy: -y * 100, r: Math.max(size * 50, 20), role: "button", tabindex: 0, class: "target", "aria-label": option.label })) one.setAttribute(key, String(value));
    one.addEventListener("click", () => take(option.token));
    one.addEventListener("keydown", (event) => {
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      take(option.token);
    });
    svg.append(one);
  }
}

/** What became of a wish. @param {any} said */
function came(said) {
  if (said?.type === "done") {
    tokens = [];
    tell("said", said.sentence);
    choose();
  } else choose(said?.type === "stale" ? me?.words.stale : said?.sentence || me?.words.lost);
}

// What is pressed

at("sit").addEventListener("submit", (event) => {
  event.preventDefault();
  at("no-seat").hidden = true;
  sit(/** @type {HTMLInputElement} */ (at("digits")).value);
});
at("typing").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (at("typed"));
  if (field.value) take(field.value);
  field.value = "";
});
at("do").addEventListener("click", async () => came(await wish({ type: "wish", lines: seen?.lines ?? 0, tokens })));
at("undo").addEventListener("click", async () => came(await wish({ type: "take_back", lines: seen?.lines ?? 0 })));
for (const [id, yes] of [["agree", true], ["refuse", false]]) {
  at(String(id)).addEventListener("click", async () => came(await wish({ type: "agree", asking: offered?.asking ?? "", yes })));
}
for (const one of ENDS) one.addEventListener("click", async () => {
  /** @type {HTMLDetailsElement} */ (at("ends")).open = false;
  came(await wish({ type: "end", lines: seen?.lines ?? 0, how: one.dataset.how }));
});
at("back").addEventListener("click", () => {
  tokens = tokens.slice(0, -1);
  choose();
});
at("open").addEventListener("click", () => {
  const wanted = at("table").hidden;
  at("table").hidden = !wanted;
  at("open").setAttribute("aria-expanded", String(wanted));
  table();
  offer();
});
at("language").addEventListener("change", async () => {
  const { said } = await ask({ type: "speak", language: /** @type {HTMLSelectElement} */ (at("language")).value });
  if (said?.type === "me") seated(said);
});
hold(at("hold"), look, cover);
for (const one of [contrast, light]) one.addEventListener("change", dress);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    stream?.close();
    stream = null;
  } else if (me) hello();
});

document.documentElement.lang = (navigator.language || "en").startsWith("de") ? "de" : "en";
const ticket = location.hash.slice(1);
history.replaceState(null, "", location.pathname);
if (ticket) sit(ticket);
else hello();
