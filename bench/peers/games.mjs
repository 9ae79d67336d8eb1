// The games that boardgame.io plays: Stacks7, and the walking of Sakkara. Nothing is imported, so
// that they can be tried without it. A move that is not allowed is answered as boardgame.io wants
// it: with this word, for it has no place for a reason.
export const INVALID_MOVE = "INVALID_MOVE";

const near = [...Array(49).keys()].map((at) => {
  const row = Math.floor(at / 7), column = at % 7;
  return [[row + 1, column], [row, column + 1], [row - 1, column], [row, column - 1]]
    .filter(([r, c]) => r >= 0 && r < 7 && c >= 0 && c < 7).map(([r, c]) => r * 7 + c);
});

// The same numbers from the same seed in every language.
export class Numbers {
  constructor(seed) { this.state = seed; }
  below(bound) {
    this.state = (Math.imul(1664525, this.state) + 1013904223) >>> 0;
    return (this.state >>> 16) % bound;
  }
}

// --- Stacks7: see bench/stacks7 ---

function dealt(seed) {
  const numbers = new Numbers(seed);
  const heights = Array.from({ length: 49 }, () => 6 + numbers.below(3));
  return heights.map((height) => Array.from({ length: height }, () => numbers.below(8)));
}

function can(G, side, worker, to) {
  if (worker >> 1 !== side || !(to >= 0 && to < 49)) return false;
  const at = G.workers[worker], gap = G.stacks[to].length - G.stacks[at].length;
  return near[at].includes(to) && !G.workers.includes(to) && G.stacks[to].length > 0
    && -2 <= gap && gap <= 2;
}

export function legal(G, side) {
  const found = [];
  for (const worker of [2 * side, 2 * side + 1])
    for (const to of near[G.workers[worker]])
      if (can(G, side, worker, to)) found.push([worker, to]);
  return found;
}

const side = (ctx) => Number(ctx.currentPlayer);

// seed: of the stacks. perTurn: 1, or 0 for a whole game in one turn, in which alone boardgame.io
// can take back more than one move; the sides then go by the number of the move.
export const stacks7 = (seed, perTurn = 1) => {
  const turn = (G, ctx) => (perTurn ? side(ctx) : G.ply % 2);
  return {
    name: "stacks7",
    setup: () => ({ stacks: dealt(seed), workers: [2, 4, 44, 46], ply: 0 }),
    turn: perTurn ? { minMoves: 1, maxMoves: 1 } : {},
    moves: {
      step: ({ G, ctx }, worker, to) => {
        if (!can(G, turn(G, ctx), worker, to)) return INVALID_MOVE;
        G.stacks[G.workers[worker]].push(G.stacks[to].pop());
        G.workers[worker] = to;
        G.ply += 1;
      },
      wait: ({ G, ctx }) => {
        if (legal(G, turn(G, ctx)).length) return INVALID_MOVE;
        G.ply += 1;
      },
    },
  };
};

export function sum(G) {
  let found = 0;
  for (const stack of G.stacks)
    for (const tile of [...stack, 8]) found = (found * 31 + tile + 1) % 1000003;
  for (const at of G.workers) found = (found * 31 + at) % 1000003;
  return found;
}

// --- Sakkara's walking: K7, K10, K11, K20 to K24, K26, K27; see companion/games/sakkara ---

function worker_may(G, worker, to) {
  const at = G.workers[worker];
  return near[at].includes(to) && !G.workers.includes(to)
    && G.stacks[to].length - G.stacks[at].length <= 2;
}

// table: { stacks, workers } as Sakkara has them, fields and workers as numbers.
export const sakkara = (table) => ({
  name: "sakkara",
  setup: () => ({ ...structuredClone(table), holders: [[], []], moved: false }),
  turn: {},
  moves: {
    step: ({ G, ctx }, worker, to) => {
      if (!(to >= 0 && to < 49) || G.moved || worker >> 1 !== side(ctx)) return INVALID_MOVE;
      if (!worker_may(G, worker, to)) return INVALID_MOVE;
      G.workers[worker] = to;
      G.moved = true;
      const tile = G.stacks[to].pop();
      if (tile !== undefined) {
        G.holders[side(ctx)].push(tile);
        G.holders[side(ctx)].sort();
      }
    },
    end_turn: ({ G, ctx, events }) => {
      const own = [2 * side(ctx), 2 * side(ctx) + 1];
      const possible = () => own.some((one) => near[G.workers[one]].some((to) => worker_may(G, one, to)));
      if (!G.moved && possible()) return INVALID_MOVE;
      G.moved = false;
      events.endTurn();
    },
  },
});
