// @ts-check
/** What the stream brings, on whichever page: pictures, and what changes from one to the next. */

/** @typedef {import("./scene.js").Pictures} Pictures */
/** @typedef {import("./scene.js").Row} Row */
/** @typedef {{seat: string, name: string, asked: boolean, rows?: Row[]}} Person */
/** @typedef {{place: number, seat: string, name: string, score?: string}} Placed */
/** @typedef {{title: string, board: string, lines: number, shapes: import("./scene.js").Shape[],
 *   stages?: {text: string, now?: boolean}[], people?: Person[], table?: Row[], asked?: string,
 *   last?: {seat?: string, sentence?: string}, places?: Placed[]}} Seen */
/** @typedef {{language: string, theme: string, words: Record<string, string>, late: string,
 *   pictures: Pictures | null}} Page */

const LISTS = ["shapes", "stages", "people", "table", "places"];

/** A list after a change: runs of the one before, with what is new between them.
 * @param {any[]} before @param {any[]} told */
function joined(before, told) {
  return told.flatMap((one) => Array.isArray(one) ? before.slice(one[0], one[0] + one[1]) : [one]);
}

/** The picture after a change. @param {Seen} before @param {Record<string, any>} told @returns {Seen} */
export function changed(before, told) {
  const now = /** @type {Record<string, any>} */ ({ ...before, ...told });
  for (const name of LISTS) {
    if (told[name]) now[name] = joined(/** @type {any} */ (before)[name] ?? [], told[name]);
  }
  return /** @type {Seen} */ (now);
}
