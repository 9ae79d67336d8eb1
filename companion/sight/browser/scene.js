// @ts-check
/**
 * The one way to draw what is seen of a table in a browser: shapes, and the instruments beside them.
 *
 * The data are those of companion/sight/seen.py and art.py. Nothing is worked out here but where
 * something lies on the page. Lengths of shapes are in hundredths of a unit of the scene, for some
 * browsers draw no letters of less than a pixel.
 */

/** @typedef {{form: string, x: number, y: number, size: number, key?: string, look?: string,
 *   seat?: string, count?: number, text?: string, ink?: string, ghost?: boolean, high?: number}} Shape */
/** @typedef {{d: string, fill: string, low: string, stroke: string, width: number}} Path */
/** @typedef {{paths: Path[], mark: number[], flat?: boolean}} Look */
/** @typedef {{high: string, low: string, edge: string, hollow: string, ink: string, drawing: string}} Surface */
/** @typedef {{colours: Record<string, string>, rims: Record<string, string>,
 *   surfaces: Record<string, Surface>, ground: string[]}} Worn */
/** @typedef {{fill: string, ink: string, mark: string}} Seat */
/** @typedef {{looks: Record<string, Look>, seats: Record<string, Seat>, themes: Record<string, Worn>}} Pictures */
/** @typedef {{type: string, text: string, value?: number|string, bar?: number, top?: number,
 *   filled?: number, total?: number, marks?: string[], count?: number|string, look?: string,
 *   levels?: number[][], lines?: string[][]}} Row */

const SVG = "http://www.w3.org/2000/svg";
const UNIT = 100;

// As in ui/canvas: see there for what each is good for.
const GRID = 0.97, CARD = 88 / 63, NICHE = 0.84, ENDS = 0.22, LAID = 0.95, THICK = 0.05, RIM = 0.03;
const LAYER = 0.055, HIGHEST = 0.22, RISE = 0.1, PILED = 5, FAINT = 0.45, UNKNOWN = "?";
/** @type {Record<string, number>} */
const BADGE = { piece: 0.58, pile: 0.58, print: 0.58, stack: 0.46 };
const LETTERS = "system-ui, sans-serif";

/** Every form of a shape with how it is drawn: tests hold it against those that there are.
 * @type {Record<string, (at: Drawing) => void>} */
export const FORMS = {
  hex(at) {
    at.slab(at.hex(GRID));
    at.drawing(1.62);
    at.caption(-0.62, 0.3, 1.15);
  },
  square(at) {
    at.slab(at.box(GRID, GRID, 0.1));
    at.drawing(0.86);
    at.caption(-0.34, 0.2, 0.86);
  },
  beam(at) {
    const count = at.shape.count ?? 1, high = (at.shape.high || at.shape.size) / at.shape.size * LAID;
    at.slab(at.box(count + ENDS, high, 0.13));
    for (let place = 0; place < count; place++) {
      const niche = at.box(NICHE, Math.min(1, high - 0.2), 0.12, place - (count - 1) / 2);
      niche.style.fill = at.surface().hollow;
      at.add(niche);
    }
  },
  card(at) {
    at.shadow(at.box(1, CARD, 0.09));
    at.slab(at.box(1, CARD, 0.09));
    at.drawing(0.86);
    at.caption(-0.56, 0.16, 0.88);
    at.badge(0.34, -0.52);
  },
  stack(at) {
    const count = Math.max(1, at.shape.count ?? 1), rise = Math.min(LAYER, HIGHEST / count);
    const top = (count - 1) * rise;
    at.shadow(at.box(0.86, 0.86, 0.1));
    for (let layer = 0; layer < count; layer++) {
      const up = layer * rise - top / 2;
      at.slab(at.box(0.86, 0.86, 0.1, up * 0.35, up));
    }
    at.drawing(0.7, top / 2 * 0.35, top / 2);
    at.caption(top / 2 - 0.3, 0.18, 0.7);
    at.badge(0.28, -0.28);
  },
  piece(at) {
    at.thing(0, 0, true, true);
    if (at.shape.text) at.say(at.shape.text, 0, -0.62, 0.34, 1.6, "var(--ink)");
    at.badge(0.36, -0.36);
  },
  pile(at) {
    const layers = Math.min(Math.max(1, at.shape.count ?? 1), PILED);
    for (let layer = 0; layer < layers; layer++) {
      const up = (layer - (layers - 1) / 2) * RISE;
      at.thing(up * 0.35, up, layer === 0, layer === layers - 1);
    }
    at.badge(0.36, -0.36);
  },
  print(at) {
    at.look(at.shape.look ?? "", 1, 0, 0, at.shape.ghost ? FAINT : 1);
    at.badge(0.36, -0.36);
  },
  label(at) {
    at.say(at.shape.text ?? "", 0, 0, 1, 0, `var(--${at.shape.ink ?? "ink"})`);
  },
};

/** @param {string} name @param {Record<string, string|number>} [told] */
function made(name, told = {}) {
  const one = /** @type {SVGElement} */ (document.createElementNS(SVG, name));
  for (const [key, value] of Object.entries(told)) one.setAttribute(key, String(value));
  return one;
}

/** A number as it is written: no more digits than are seen. @param {number} value */
const short = (value) => String(Math.round(value * UNIT * 10) / 10);

/** The colour that a path asks for; those of its owner lie round the whole shape.
 * @param {string} spec */
function tint(spec) {
  return !spec ? "none" : spec.startsWith("#") ? spec : `var(--${spec})`;
}

const measure = document.createElement("canvas").getContext("2d");

/** How large letters may be so that words are no wider than that; width 0 for any.
 * @param {string} text @param {number} size @param {number} width */
function fitting(text, size, width) {
  if (!measure || !width) return size;
  measure.font = `bold 100px ${LETTERS}`;
  const wide = measure.measureText(text).width / 100 * size;
  return wide > width ? size * width / wide : size;
}

/** One shape being drawn round 0, 0. */
class Drawing {
  /** @param {Shape} shape @param {Pictures} pictures @param {Worn} worn */
  constructor(shape, pictures, worn) {
    this.shape = shape;
    this.pictures = pictures;
    this.worn = worn;
    this.node = made("g");
    const seat = pictures.seats[shape.seat ?? ""] ?? pictures.seats[""];
    this.mark = seat.mark;
    if (shape.seat) owned(this.node, shape.seat, pictures, worn);
    if (shape.ghost && shape.form !== "print") this.ghost();
    else FORMS[shape.form](this);
  }

  /** @param {SVGElement} one */
  add(one) {
    this.node.append(one);
    return one;
  }

  /** @param {number} share */
  hex(share) {
    const size = this.shape.size * share, corners = [];
    for (let corner = 0; corner < 6; corner++) {
      const turn = corner * Math.PI / 3;
      corners.push(`${short(size * Math.cos(turn))},${short(size * Math.sin(turn))}`);
    }
    return made("polygon", { points: corners.join(" "), "stroke-linejoin": "round" });
  }

  /** A box of so many widths, round a place in widths, y upwards.
   * @param {number} wide @param {number} high @param {number} round */
  box(wide, high, round, x = 0, y = 0) {
    const size = this.shape.size;
    return made("rect", {
      x: short(size * (x - wide / 2)), y: short(size * (-y - high / 2)),
      width: short(size * wide), height: short(size * high), rx: short(size * round),
    });
  }

  /** @returns {Surface} */
  surface() {
    const all = this.worn.surfaces;
    return all[this.shape.look ?? ""] ?? all[`bare-${this.shape.form}`] ?? all["bare-square"];
  }

  /** A flat thing with a rim below it. @param {SVGElement} line */
  slab(line) {
    const name = this.worn.surfaces[this.shape.look ?? ""] ? this.shape.look : `bare-${this.shape.form}`;
    const below = /** @type {SVGElement} */ (line.cloneNode());
    below.setAttribute("transform", `translate(0 ${short(this.shape.size * THICK)})`);
    below.style.fill = this.surface().edge;
    this.add(below);
    line.style.fill = `url(#surface-${name})`;
    line.setAttribute("class", "slab");
    this.add(line);
  }

  /** @param {SVGElement} line */
  shadow(line) {
    const size = this.shape.size;
    line.setAttribute("transform", `translate(${short(0.03 * size)} ${short(0.1 * size)})`);
    line.setAttribute("class", "shadow");
    this.add(line);
  }

  /** The look upon a surface. @param {number} width */
  drawing(width, x = 0, y = 0) {
    const look = this.shape.look ?? "";
    const name = this.worn.surfaces[look] ? this.worn.surfaces[look].drawing : look;
    if (name) this.look(name, width, x, y);
  }

  /** @param {string} name @param {number} width @param {number} x @param {number} y */
  look(name, width, x, y, share = 1) {
    if (!this.pictures.looks[name]) {
      this.node.setAttribute("data-missing", name);
      return;
    }
    const scale = this.shape.size * width * UNIT / 100, size = this.shape.size;
    const one = made("use", {
      href: `#look-${name}`,
      transform: `translate(${short(x * size)} ${short(-y * size)}) scale(${Math.round(scale * 1000) / 1000})`,
    });
    if (share < 1) one.setAttribute("opacity", String(share));
    this.add(one);
  }

  /** A piece with its shadow, its rim, light on it and the mark of its owner.
   * @param {number} x @param {number} y @param {boolean} low @param {boolean} top */
  thing(x, y, low, top) {
    const name = this.shape.look || (this.shape.seat ? this.mark : "ring");
    const look = this.pictures.looks[name], first = look?.paths[0];
    const flat = !look || look.flat || first?.fill === "ink" || first?.stroke === "ink" || name === "emblem";
    if (!flat && low) this.part(name, "shadow", x + 0.02, y - 0.05);
    if (!flat && top) this.part(name, "rim", x, y);
    this.look(name, 1, x, y);
    if (!flat && name !== this.mark) this.part(name, "sheen", x, y);
    if (look && this.shape.seat && name !== this.mark && look.mark[2]) {
      const [left, down, width] = look.mark;
      this.part(this.mark, "mark", x + left / 100 - 0.5, y + 0.5 - down / 100, width / 100);
    }
  }

  /** The outline of a look alone, drawn in some way.
   * @param {string} name @param {string} how @param {number} x @param {number} y */
  part(name, how, x, y, width = 1) {
    const look = this.pictures.looks[name], size = this.shape.size;
    const paths = how === "mark" ? look.paths : look.paths.filter((one) => one.fill).slice(0, 1);
    const scale = Math.round(size * width * UNIT * 10) / 1000;
    const at = `translate(${short(x * size)} ${short(-y * size)}) scale(${scale}) translate(-50 -50)`;
    for (const { d } of paths) {
      const one = made("path", { d, transform: at, class: how });
      if (how === "sheen") one.style.fill = "url(#light-falls)";
      if (how === "rim") one.setAttribute("stroke-width", String(200 * RIM));
      this.add(one);
    }
  }

  ghost() {
    const { form, size, look, text } = this.shape;
    const line = form === "hex" ? this.hex(GRID)
      : form === "card" ? this.box(1, CARD, 0.09)
      : form === "beam" ? this.box((this.shape.count ?? 1) + ENDS, (this.shape.high || size) / size * LAID, 0.13)
      : this.box(GRID, GRID, 0.1);
    line.setAttribute("class", "ghost");
    this.add(line);
    if (look && this.pictures.looks[look]) this.look(look, 0.8, 0, 0, FAINT);
    if (text && !look) this.say(text, 0, 0, form === "hex" ? 0.62 : 0.4, form === "hex" ? 1.5 : 0.86, "var(--ink2)");
    this.badge(0.36, -0.36);
  }

  /** @param {number} y @param {number} height @param {number} width */
  caption(y, height, width) {
    if (this.shape.text) this.say(this.shape.text, 0, y, height, width, this.surface().ink);
  }

  /** The number of things, from 2 up. @param {number} x @param {number} y */
  badge(x, y) {
    const count = this.shape.count ?? 1, size = (BADGE[this.shape.form] ?? 0.28) * this.shape.size;
    if (count < 2) return;
    const at = { cx: short(x * this.shape.size), cy: short(-y * this.shape.size) };
    this.add(made("circle", { ...at, r: short(size / 2), class: "badge" }));
    const share = size / this.shape.size * 0.86;
    this.say(String(count), x, y, share, share, "var(--badge-ink)");
  }

  /** Words round a place, in sizes of the shape.
   * @param {string} text @param {number} x @param {number} y @param {number} height
   * @param {number} width @param {string} ink */
  say(text, x, y, height, width, ink) {
    const size = this.shape.size;
    const one = made("text", {
      x: short(x * size), y: short(-y * size),
      "font-size": short(fitting(text, 0.8 * height * size, width * size)),
    });
    one.style.fill = ink;
    one.textContent = text;
    this.add(one);
  }
}

/** Give something the colours of a seat.
 * @param {SVGElement|HTMLElement} node @param {string} seat @param {Pictures} pictures @param {Worn} worn */
function owned(node, seat, pictures, worn) {
  const look = pictures.seats[seat] ?? pictures.seats[""];
  node.style.setProperty("--seat", look.fill);
  node.style.setProperty("--seat-ink", look.ink);
  node.style.setProperty("--edge", worn.rims[seat] ?? worn.rims[""]);
}

/** All outlines of a game, and what flat things are made of. @param {Pictures} pictures @param {Worn} worn */
function definitions(pictures, worn) {
  const all = made("defs");
  const shaded = (/** @type {string} */ id, /** @type {string} */ high, /** @type {string} */ low) => {
    const one = made("linearGradient", { id, x1: 0, y1: 0, x2: 0, y2: 1 });
    for (const [offset, colour] of [[0, high], [1, low]]) {
      const stop = made("stop", { offset });
      stop.style.stopColor = String(colour);
      one.append(stop);
    }
    all.append(one);
    return `url(#${id})`;
  };
  shaded("light-falls", "#ffffff4d", "#0000003d");
  for (const [name, one] of Object.entries(worn.surfaces)) shaded(`surface-${name}`, one.high, one.low);
  for (const [name, look] of Object.entries(pictures.looks)) {
    const group = made("g", { id: `look-${name}` });
    look.paths.forEach((path, number) => {
      const one = made("path", { d: path.d, transform: "translate(-50 -50)" });
      const low = path.fill && path.low;
      one.style.fill = low ? shaded(`look-${name}-${number}`, tint(path.fill), tint(path.low)) : tint(path.fill);
      if (path.stroke) {
        one.style.stroke = tint(path.stroke);
        one.setAttribute("stroke-width", String(path.width));
      }
      group.append(one);
    });
    all.append(group);
  }
  return all;
}

/** Have all outlines once on a page, for all that is drawn there.
 * @param {SVGElement} svg @param {Pictures} pictures @param {Worn} worn */
export function define(svg, pictures, worn) {
  svg.replaceChildren(definitions(pictures, worn));
}

/** Put on the colours of a theme: whatever is drawn takes them from there.
 * @param {HTMLElement} root @param {Pictures} pictures @param {Worn} worn */
export function wear(root, pictures, worn) {
  for (const [role, colour] of Object.entries(worn.colours)) root.style.setProperty(`--${role}`, colour);
  root.style.setProperty("--ground", worn.ground[0]);
  root.style.setProperty("--glow", worn.ground[1]);
  owned(root, "", pictures, worn);
}

/** The table itself, kept up to date. */
export class Board {
  /** defined: all outlines stand elsewhere on the page, see define.
   * @param {SVGSVGElement} svg @param {Pictures} pictures @param {Worn} worn */
  constructor(svg, pictures, worn, defined = false) {
    this.svg = svg;
    this.pictures = pictures;
    this.worn = worn;
    this.layer = made("g");
    /** @type {Map<string, SVGElement[]>} */
    this.drawn = new Map();
    /** @type {WeakMap<SVGElement, DOMRect>} */
    this.extents = new WeakMap();
    svg.replaceChildren(...(defined ? [] : [definitions(pictures, worn)]), this.layer);
  }

  /** Show these and nothing else. What looks as before is kept, and travels where it moved.
   * @param {Shape[]} shapes */
  show(shapes) {
    const before = this.drawn, wanted = [];
    this.drawn = new Map();
    for (const shape of shapes) {
      const { x, y, ...like } = shape, kind = JSON.stringify(like);
      const node = before.get(kind)?.shift() ?? new Drawing(shape, this.pictures, this.worn).node;
      node.style.transform = `translate(${short(x)}px, ${short(-y)}px)`;
      this.drawn.set(kind, [...(this.drawn.get(kind) ?? []), node]);
      wanted.push(node);
    }
    for (const nodes of before.values()) for (const node of nodes) node.remove();
    wanted.forEach((node, number) => {
      const there = this.layer.children[number];
      if (there !== node) this.layer.insertBefore(node, there ?? null);
    });
    this.fit(shapes, wanted);
  }

  /** All of it is seen, as large as it can be. @param {Shape[]} shapes @param {SVGElement[]} nodes */
  fit(shapes, nodes) {
    let left = Infinity, right = -Infinity, top = Infinity, bottom = -Infinity;
    shapes.forEach(({ x, y }, number) => {
      const box = this.extent(nodes[number]);
      left = Math.min(left, x * UNIT + box.x);
      right = Math.max(right, x * UNIT + box.x + box.width);
      top = Math.min(top, -y * UNIT + box.y);
      bottom = Math.max(bottom, -y * UNIT + box.y + box.height);
    });
    if (left > right) return;
    const room = 0.02 * Math.max(right - left, bottom - top);
    const box = [left - room, top - room, right - left + 2 * room, bottom - top + 2 * room];
    this.svg.setAttribute("viewBox", box.map((one) => Math.round(one * 10) / 10).join(" "));
  }

  /** Round its own 0, 0; found once. @param {SVGElement} node */
  extent(node) {
    const box = this.extents.get(node) ?? /** @type {SVGGraphicsElement} */ (node).getBBox();
    this.extents.set(node, box);
    return box;
  }
}

/** Every kind of instrument with how it is shown: tests hold it against those that there are.
 * @type {Record<string, (row: Row, at: HTMLElement, pictures: Pictures) => void>} */
export const INSTRUMENTS = {
  scale(row, at) {
    named(at, row.text);
    const fields = child(at, "span", "fields"), value = row.value;
    for (let number = 1; number <= (row.top ?? 0); number++) {
      const filled = typeof value === "number" && number <= value, beyond = number > (row.bar ?? 0);
      child(fields, "i", filled ? "filled" : beyond && (row.bar ?? -1) >= 0 ? "beyond" : "");
      if (number === row.bar) child(fields, "b", "bar");
    }
    child(at, "span", "number").textContent = String(value);
  },
  dots(row, at) {
    named(at, row.text);
    const fields = child(at, "span", "dots");
    for (let number = 0; number < (row.total ?? 0); number++) {
      const one = child(fields, "i", number < (row.filled ?? 0) ? "filled" : "");
      one.textContent = row.marks?.[number] ?? "";
    }
  },
  counter(row, at, pictures) {
    const shown = row.look ? icon(row.look, pictures) : null;
    if (shown) at.append(shown);
    child(at, "span", "number").textContent = String(row.count);
    if (!shown) named(at, row.text);
  },
  pyramid(row, at) {
    named(at, row.text);
    const levels = child(at, "span", "levels");
    for (const [filled, places] of [...(row.levels ?? [])].reverse()) {
      const level = child(levels, "span", "level");
      for (let place = 0; place < places; place++) child(level, "i", place < filled ? "filled" : "");
    }
  },
  listing(row, at, pictures) {
    named(at, row.text);
    for (const [look, name] of row.lines ?? []) {
      const line = child(at, "span", "line"), shown = look ? icon(look, pictures) : null;
      if (shown) line.append(shown);
      child(line, "span", "").textContent = name;
    }
    if (!row.lines?.length) child(at, "span", "line").textContent = "–";
  },
};

/** @param {HTMLElement} at @param {string} name @param {string} look */
function child(at, name, look) {
  const one = document.createElement(name);
  if (look) one.className = look;
  at.append(one);
  return one;
}

/** @param {HTMLElement} at @param {string} text */
function named(at, text) {
  child(at, "span", "name").textContent = text;
}

/** A look as a small picture of its own, null where there is none of that name.
 * @param {string} name @param {Pictures} pictures */
export function icon(name, pictures) {
  if (!pictures.looks[name]) return null;
  const one = made("svg", { viewBox: "-54 -54 108 108", class: "icon" });
  one.append(made("use", { href: `#look-${name}` }));
  return one;
}

/** An instrument, with a name for whoever has it read aloud. unknown: what "?" is called.
 * @param {Row} row @param {Pictures} pictures @param {string} unknown */
export function instrument(row, pictures, unknown) {
  const one = document.createElement("div");
  one.className = `row ${row.type}`;
  one.setAttribute("role", "img");
  one.setAttribute("aria-label", `${row.text}: ${aloud(row, unknown)}`);
  INSTRUMENTS[row.type](row, one, pictures);
  return one;
}

/** @param {Row} row @param {string} unknown */
function aloud(row, unknown) {
  const told = row.type === "dots" ? [`${row.filled} / ${row.total}`, ...(row.marks ?? [])].join(", ")
    : row.type === "pyramid" ? (row.levels ?? []).map((one) => one.join(" / ")).join(", ")
    : row.type === "listing" ? (row.lines ?? []).map((one) => one[1]).join(", ")
    : String(row.value ?? row.count);
  return told === UNKNOWN ? unknown : told;
}

/** Somebody's colour with its shape. @param {HTMLElement} at @param {string} seat
 * @param {Pictures} pictures @param {Worn} worn */
export function marked(at, seat, pictures, worn) {
  owned(at, seat, pictures, worn);
  const shown = icon((pictures.seats[seat] ?? pictures.seats[""]).mark, pictures);
  if (shown) {
    shown.setAttribute("aria-hidden", "true");
    at.append(shown);
  }
}
