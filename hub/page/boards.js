// @ts-check
/** Boards on the wall. Each is drawn in a shadow of its own: the pictures of two games share names. */

import { Board, wear } from "./scene.js";

/** @typedef {import("./scene.js").Pictures} Pictures */
/** @typedef {{host: HTMLElement, svg: SVGSVGElement, painted: string, game: string, board: Board | null}} Drawn */

/** What is drawn, by the address of its data. @type {Map<string, Drawn>} */
const drawn = new Map();
/** What it is drawn with, by game. @type {Map<string, Promise<Pictures>>} */
const known = new Map();

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

document.addEventListener("anew", boards);
boards();
