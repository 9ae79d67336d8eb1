// boardgame.io as a peer: answers one line of JSON on each line of JSON, {"row": …, "seconds": …}.
// Run as: node --expose-gc boardgame.mjs FOLDER, where its node_modules are.
import { readFileSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Numbers, legal, sakkara, stacks7, sum } from "./games.mjs";

process.env.NODE_ENV = "production";
const require = createRequire(join(process.argv[2], "package.json"));
const { Client } = require("boardgame.io/client");
console.error = () => {}; // boardgame.io writes a line there for every move that is not allowed

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];

// Nanoseconds of the processor this thread has had; the helpers that collect garbage and compile
// are not counted.
function spent() {
  return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]);
}

// How many a second: `once(watch)` does some, says how many, and lets the watch run meanwhile.
function rate(once, seconds) {
  let done = 0, took = 0;
  const watch = (work) => { const begun = spent(); const result = work(); took += spent() - begun; return result; };
  do { done += once(watch); } while (took < seconds * 1e9);
  return (done * 1e9) / Math.max(took, 1);
}

const recorded = new Map(); // the moves of whole games of Stacks7, by seed and number of moves
function played(seed, plies = 200) {
  const key = `${seed}/${plies}`;
  if (!recorded.has(key)) {
    const client = Client({ game: stacks7(seed) }), numbers = new Numbers(seed), moves = [];
    for (let ply = 0; ply < plies; ply++) {
      const ways = legal(client.getState().G, ply % 2);
      moves.push(ways.length ? ways[numbers.below(ways.length)] : (numbers.below(1), []));
      make(client, moves.at(-1));
    }
    recorded.set(key, { moves, sum: sum(client.getState().G) });
  }
  return recorded.get(key);
}
function make(client, move) { move.length ? client.moves.step(...move) : client.moves.wait(); }

let turn = 0;
const rows = {
  // Judged and applied, as the client comes: with its log and its undo.
  moves: ({ seconds }) => rate((watch) => {
    const seed = SEEDS[turn++ % 8], { moves, sum: right } = played(seed);
    const client = Client({ game: stacks7(seed) });
    watch(() => { for (const move of moves) make(client, move); });
    if (sum(client.getState().G) !== right) throw new Error("another game was played");
    return moves.length;
  }, seconds),
  // Made and taken back, in the middle of a whole game that is one turn.
  undone: ({ seconds }) => {
    const { moves } = played(1), client = Client({ game: stacks7(1, 0) });
    for (const move of moves.slice(0, 100)) make(client, move);
    return rate((watch) => watch(() => {
      for (let i = 0; i < 50; i++) { make(client, moves[100]); client.undo(); }
      if (client.getState().G.ply !== 100) throw new Error("not taken back");
      return 50;
    }), seconds);
  },
  // wrong: moves that are not allowed, each with how many moves of the first game came before it.
  refused: ({ seconds, wrong }) => {
    const { moves } = played(1), tables = wrong.map(([ply, move]) => {
      const client = Client({ game: stacks7(1) });
      for (const one of moves.slice(0, ply)) make(client, one);
      return { ply, move, client };
    });
    return rate((watch) => watch(() => {
      for (let i = 0; i < 20; i++) for (const { move, client } of tables) make(client, move);
      if (tables.some(({ ply, client }) => client.getState().G.ply !== ply)) throw new Error("it was allowed");
      return 20 * tables.length;
    }), seconds);
  },
  playouts: ({ seconds }) => rate((watch) => {
    const seed = SEEDS[turn++ % 8], client = Client({ game: stacks7(seed) }), numbers = new Numbers(seed);
    return watch(() => {
      for (let ply = 0; ply < 200; ply++) {
        const ways = legal(client.getState().G, ply % 2), chosen = numbers.below(ways.length || 1);
        make(client, ways[chosen] ?? []);
      }
      return 200;
    });
  }, seconds),
  // KiB that a game of so many moves keeps, with its history.
  memory: ({ plies }) => {
    const { moves } = played(1, plies), client = Client({ game: stacks7(1) });
    const used = () => { gc(); gc(); return process.memoryUsage().heapUsed; };
    const before = used();
    for (const move of moves) make(client, move);
    const after = used();
    if (client.getState().G.ply !== plies) throw new Error("not all was played");
    return (after - before) / 1024;
  },
  // The server's way to a file: seconds by the clock for each of the moves of one game.
  file: async ({ plies }) => {
    const { Master } = require("boardgame.io/master"), { FlatFile } = require("boardgame.io/server");
    const { InitializeGame } = require("boardgame.io/internal");
    const dir = mkdtempSync(join(tmpdir(), "flatfile-")), { moves } = played(1, plies);
    const db = new FlatFile({ dir });
    await db.connect();
    const game = stacks7(1);
    await db.createMatch("m", { initialState: InitializeGame({ game, numPlayers: 2 }), metadata: { players: { 0: {}, 1: {} } } });
    const master = new Master(game, db, { send() {}, sendAll() {} });
    const begun = process.hrtime.bigint();
    for (const [ply, move] of moves.entries()) {
      const player = String(ply % 2), type = move.length ? "step" : "wait";
      const action = { type: "MAKE_MOVE", payload: { type, args: move, playerID: player } };
      await master.onUpdate(action, ply, "m", player);
    }
    const took = Number(process.hrtime.bigint() - begun) / 1e9;
    const { state } = await db.fetch("m", { state: true });
    rmSync(dir, { recursive: true });
    if (state.G.ply !== plies) throw new Error(`only ${state.G.ply} moves were kept`);
    return plies / took;
  },
  // Sakkara's walking: the moves of whole walks, as the companion recorded them.
  walking: ({ seconds, walks }) => rate((watch) => {
    const { table, moves, stacks } = walks[turn++ % walks.length];
    const client = Client({ game: sakkara(table) });
    watch(() => {
      for (const move of moves) move.length ? client.moves.step(...move) : client.moves.end_turn();
    });
    if (JSON.stringify(client.getState().G.stacks) !== JSON.stringify(stacks))
      throw new Error("another walk was walked");
    return moves.length;
  }, seconds),
};

const sums = () => SEEDS.map((seed) => played(seed).sum);
for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  let answer;
  try {
    answer = asked.row === "sums" ? { sums: sums() } : { figure: await rows[asked.row](asked) };
  } catch (error) {
    answer = { error: String(error) };
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
}
