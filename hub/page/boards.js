// @ts-check
/** Boards on the wall. Each is drawn in a shadow of its own: the pictures of two games share names. */

import { Board, wear } from "./scene.js";

/** @typedef {import("./scene.js").Pictures} Pictures */
/** @typedef {{host: HTMLElement, svg: SVGSVGElement, painted: string, game: string, board: Board | null}} Drawn */

/** What is drawn, by the address of its data. @type {Map<string, Drawn>} */
const drawn = new Map();
/** What it is drawn with, by game. @type {Map<string, Promise<Pictures>>} */
const known = new Map();

/** Of a table on a whole wall: how much wider than high it is best, and from when on what is told
 * stands beside its board; and in letters up to what width it is small, and how narrow and how low it
 * may become. */
const WIDE = 1.5, BESIDE = 1.3, SMALL = 13, NARROW = 7, LOW = 4.5;

const theme = matchMedia("(prefers-contrast: more)").matches ? "contrast"
  : matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";

/** @param {string} address */
async function told(address) {
  const answer = await fetch(address, { cache: "no-store" });
  if (!answer.ok) throw new Error(address);
  return answer.json();
}

/** @returns {Drawn} */
function begun() {
  const host = document.createElement("div"), shadow = host.attachShadow({ mode: "open" });
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = "scene.css";
  const svg = /** @type {SVGSVGElement} */ (document.createElementNS("http://www.w3.org/2000/svg", "svg"));
  svg.setAttribute("class", "board");
  shadow.append(style, svg);
  return { host, svg, painted: "", game: "", board: null };
}

/** @param {Drawn} one @param {string} address */
async function paint(one, address) {
  const { game, shapes } = await told(address);
  if (!known.has(game)) known.set(game, told(`pictures/${game}`));
  let pictures;
  try {
    pictures = await /** @type {Promise<Pictures>} */ (known.get(game));
  } catch (error) {
    known.delete(game); // asked for again with the next change
    throw error;
  }
  if (one.game !== game || !one.board) {
    one.game = game;
    one.board = new Board(one.svg, pictures, pictures.themes[theme]);
    wear(one.host, pictures, pictures.themes[theme]);
  }
  one.board.show(shapes);
}

/** A wall has no hand to move it: on a screen that lies, all tables are on it at once, as large as
 * they go. On others, and where they would become too small, there are as many as are wide enough. */
function laid() {
  const list = /** @type {HTMLElement | null} */ (document.querySelector(".tables"));
  if (!list) return;
  list.classList.remove("whole");
  const wide = list.clientWidth, letter = parseFloat(getComputedStyle(list).fontSize);
  const high = innerHeight - list.getBoundingClientRect().top - scrollY - letter;
  const count = list.children.length;
  let most = 0;
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns), each = wide / columns, tall = high / rows;
    const size = Math.min(each / WIDE, tall);
    if (size <= most || each < NARROW * letter) continue;
    most = size;
    list.classList.toggle("beside", each > tall * BESIDE && each > SMALL * letter);
    list.classList.toggle("small", each <= SMALL * letter);
    list.style.setProperty("--columns", `${columns}`);
    list.style.setProperty("--high", `${Math.floor(high)}px`);
  }
  list.classList.toggle("whole", wide > high && most >= LOW * letter);
}

/** Every place for a board has its own again, and what changed is drawn anew. */
function boards() {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-board]"))) {
    const address = place.dataset.board ?? "", painted = place.dataset.painted ?? "";
    const one = drawn.get(address) ?? begun();
    drawn.set(address, one);
    place.replaceChildren(one.host);
    if (one.painted === painted) continue;
    one.painted = painted;
    paint(one, address).catch(() => { one.painted = ""; });
  }
}

document.addEventListener("anew", laid);
document.addEventListener("anew", boards);
addEventListener("resize", laid);
laid();
boards();
