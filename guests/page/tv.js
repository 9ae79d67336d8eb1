// @ts-check
/** The page of a television: it takes in what the stream brings, and shows it. Nothing is sent. */

import { Board, icon, instrument, marked, wear } from "./scene.js";
import { changed } from "./seen.js";

/** @typedef {import("./scene.js").Pictures} Pictures */
/** @typedef {import("./seen.js").Seen} Seen */
/** @typedef {import("./seen.js").Page} Page */
/** @typedef {import("./seen.js").Person} Person */
/** @typedef {import("./seen.js").Placed} Placed */

const LOST = 1500; // milliseconds without the table before anybody is told

/** @type {Page | null} */
let page = null;
/** @type {Seen | null} */
let seen = null;
/** @type {Board | null} */
let board = null;
let waiting = 0;

const contrast = matchMedia("(prefers-contrast: more)");

/** @param {string} id */
function at(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** @param {string} id @param {string | undefined} text */
function tell(id, text) {
  const one = at(id);
  if (one.textContent !== text) one.textContent = text ?? "";
}

/** The colours: those of the table, unless whoever looks wants strong contrast. */
function worn() {
  const name = contrast.matches ? "contrast" : page?.theme ?? "dark";
  return page?.pictures?.themes[name] ?? null;
}

/** Everything is drawn anew with what the page has been told. */
function dress() {
  if (!page) return;
  document.documentElement.lang = page.language;
  for (const [id, word] of [["people", "people"], ["table", "table"], ["places", "places"]]) {
    const heading = at(id).querySelector("h2");
    if (heading) heading.textContent = page.words[word];
  }
  at("steps").setAttribute("aria-label", page.words.steps);
  tell("idle", page.words.idle);
  tell("lost", page.words.lost);
  tell("late", page.late);
  const colours = worn();
  if (page.pictures && colours) {
    wear(document.documentElement, page.pictures, colours);
    board = new Board(/** @type {any} */ (at("board")), page.pictures, colours);
  }
  show();
}

/** Show the picture of the moment. */
function show() {
  document.body.classList.toggle("idle", !seen);
  const pictures = page?.pictures, colours = worn();
  if (!seen || !page || !pictures || !colours || !board) return;
  document.title = seen.title;
  tell("title", seen.title);
  at("board").setAttribute("aria-label", seen.board);
  board.show(seen.shapes);
  at("steps").replaceChildren(...(seen.stages ?? []).map(step));
  list("people", (seen.people ?? []).map((one) => person(one, pictures, colours)));
  const own = at("table").querySelector("div"), words = page.words;
  own?.replaceChildren(...(seen.table ?? []).map((row) => instrument(row, pictures, words.unknown)));
  at("table").hidden = !seen.table?.length;
  list("places", (seen.places ?? []).map((one) => placed(one, pictures, colours)));
  at("places").hidden = !seen.places?.length;
  tell("asked", seen.asked);
  const last = at("last"), { seat = "", sentence = "" } = seen.last ?? {};
  if (last.textContent !== sentence) {
    last.replaceChildren();
    if (seat) marked(last, seat, pictures, colours);
    last.append(sentence);
  }
}

/** @param {string} id @param {HTMLElement[]} lines */
function list(id, lines) {
  at(id).querySelector("ul, ol")?.replaceChildren(...lines);
}

/** @param {{text: string, now?: boolean}} told */
function step(told) {
  const one = document.createElement("li");
  one.textContent = told.text;
  if (told.now) one.setAttribute("aria-current", "step");
  return one;
}

/** @param {Person} told @param {Pictures} pictures @param {import("./scene.js").Worn} colours */
function person(told, pictures, colours) {
  const one = document.createElement("li"), name = document.createElement("h3");
  one.className = told.asked ? "asked" : "";
  marked(name, told.seat, pictures, colours);
  const called = document.createElement("span");
  called.textContent = told.name;
  name.append(called);
  if (told.asked) {
    const now = document.createElement("span");
    now.className = "now";
    now.textContent = page?.words.now ?? "";
    name.append(now);
  }
  const rows = document.createElement("div");
  rows.className = "rows";
  rows.append(...(told.rows ?? []).map((row) => instrument(row, pictures, page?.words.unknown ?? "")));
  for (const part of [name, rows]) {
    const look = pictures.seats[told.seat] ?? pictures.seats[""];
    part.style.setProperty("--seat", look.fill);
    part.style.setProperty("--seat-ink", look.ink);
    part.style.setProperty("--edge", colours.rims[told.seat] ?? colours.rims[""]);
  }
  one.append(name, rows);
  return one;
}

/** @param {Placed} told @param {Pictures} pictures @param {import("./scene.js").Worn} colours */
function placed(told, pictures, colours) {
  const one = document.createElement("li");
  one.value = told.place;
  marked(one, told.seat, pictures, colours);
  one.append(told.score ? `${told.name}: ${told.score}` : told.name);
  return one;
}

/** @param {Record<string, any>} told */
function change(told) {
  if (!seen) return;
  seen = changed(seen, told);
  show();
}

const stream = new EventSource("stream");

/** @param {string} name @param {(told: any) => void} take */
function on(name, take) {
  stream.addEventListener(name, (event) => take(JSON.parse(/** @type {MessageEvent} */ (event).data)));
}

on("dress", (told) => {
  page = told;
  seen = null;
  dress();
});
on("whole", (told) => {
  seen = told;
  show();
});
on("change", change);
stream.addEventListener("open", () => {
  clearTimeout(waiting);
  waiting = 0;
  at("lost").hidden = true;
});
stream.addEventListener("error", () => {
  waiting ||= window.setTimeout(() => { at("lost").hidden = false; }, LOST);
  // A browser that was answered anything but a stream does not ask again by itself.
  if (stream.readyState === EventSource.CLOSED) window.setTimeout(() => location.reload(), LOST);
});
contrast.addEventListener("change", dress);
