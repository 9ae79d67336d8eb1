// A button box on Node: the real firmware in the official MicroPython for WebAssembly.
//
//   node node.mjs MICROPYTHON.mjs FIRMWARE_FOLDER FLASH_FOLDER SERIAL DESCRIPTOR
//
// The descriptor is the box's end of the line. Lines of JSON on stdin are what the world does:
// {"closed": bits}, {"levels": [bits, ...]} (one after the other, each long enough to be
// seen), {"power": true|false}. Lines on stdout are what the box does:
// {"boot": n}, {"seen": 1} (contacts), {"lit": bits}, {"hertz": n, "duty": n}. It ends when stdin does.

import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [micropython, firmware, flash, serial, descriptor] = process.argv.slice(2);
const { loadMicroPython } = await import(pathToFileURL(micropython));
const LINE = Number(descriptor);
const HEAP = 192 * 1024; // bytes that MicroPython has left on a Pico
const tell = (what) => fs.writeSync(1, JSON.stringify(what) + '\n');

let starts = 0; // a box that was switched off leaves its old program behind
let powered = false;
let repl = null; // the console's MicroPython, while the box runs no program

// Bytes out leave as slowly as the wire lets them; bytes in come at the wire's speed as well.
const wire = { out: Buffer.alloc(0), since: 0, credit: 0, idle: true };

function makeWorld(start) {
  const alive = () => powered && start === starts;
  return {
    serial, closed: world.closed, levels: world.levels, baud: 115200,
    light: (bits) => alive() && tell({ lit: bits }),
    sound: (hertz, duty) => alive() && tell({ hertz, duty }),
    send: (hex) => { if (alive()) wire.out = Buffer.concat([wire.out, Buffer.from(hex, 'hex')]); },
    receive: () => {
      flush();
      // The firmware asks once in each round, and then looks at its contacts.
      look();
      if (turning.length) world.levels = globalThis.world.levels = turning.shift();
      return alive() ? arrived().toString('hex') : '';
    },
    watchdog: (timeout) => { if (timeout) world.timeout = timeout; world.fed = Date.now(); },
    reset: () => { if (alive()) restart(); },
  };
}

const turning = []; // levels of the dials yet to come
const closing = []; // contacts yet to come
const HELD = 3; // rounds for which they stay as they are: the firmware believes the second look
let held = 0;

function look() {
  if (held && !--held) tell({ seen: 1 });
  if (held || !closing.length) return;
  close(closing.shift());
  held = HELD;
}

// Nobody looks while there is no power.
function unseen() {
  if (held) tell({ seen: 1 });
  held = 0;
  for (const bits of closing.splice(0)) { close(bits); tell({ seen: 1 }); }
}

function close(bits) {
  world.closed = globalThis.world.closed = bits;
}
const world = { closed: 0, levels: 0, timeout: 0, fed: 0 };

const buffer = Buffer.alloc(256);

function arrived() {
  try {
    return Buffer.from(buffer.subarray(0, fs.readSync(LINE, buffer)));
  } catch (error) {
    // EIO: nobody has opened the other end.
    if (error.code !== 'EAGAIN' && error.code !== 'EIO') throw error;
    return Buffer.alloc(0);
  }
}

function flush() {
  const now = performance.now();
  wire.credit += (now - wire.since) * globalThis.world.baud / 10000;
  // While there was nothing to send, no time was saved up; a busy wire goes on while Node is away.
  if (wire.idle) wire.credit = Math.min(wire.credit, 64);
  wire.idle = wire.out.length === 0;
  wire.since = now;
  const count = Math.min(Math.floor(wire.credit), wire.out.length);
  if (count < 1) return;
  let written = count;
  try {
    written = fs.writeSync(LINE, wire.out, 0, count);
  } catch (error) {
    // Nobody reads, or nobody has opened the other end: a wire does not keep bytes.
    if (error.code !== 'EAGAIN' && error.code !== 'EIO') throw error;
  }
  wire.credit -= count;
  wire.out = wire.out.subarray(written);
}

function loadFlash(mp, from, to) {
  for (const name of fs.readdirSync(from)) {
    const source = path.join(from, name);
    if (fs.statSync(source).isDirectory()) {
      if (name === '__pycache__') continue;
      mp.FS.mkdirTree(`${to}/${name}`);
      loadFlash(mp, source, `${to}/${name}`);
    } else {
      mp.FS.writeFile(`${to}/${name}`, fs.readFileSync(source));
    }
  }
}

function saveFlash(mp, at) {
  const there = mp.FS.readdir(`/flash${at}`).filter((name) => name[0] !== '.');
  const target = path.join(flash, at);
  fs.mkdirSync(target, { recursive: true });
  for (const name of fs.readdirSync(target)) {
    if (!there.includes(name)) fs.rmSync(path.join(target, name), { recursive: true });
  }
  for (const name of there) {
    if (name === 'machine.py') continue;
    if (mp.FS.isDir(mp.FS.stat(`/flash${at}/${name}`).mode)) saveFlash(mp, `${at}/${name}`);
    else fs.writeFileSync(path.join(target, name), mp.FS.readFile(`/flash${at}/${name}`));
  }
}

async function powerOn() {
  const start = ++starts;
  powered = true;
  repl = null;
  world.timeout = 0;
  wire.out = Buffer.alloc(0);
  globalThis.world = makeWorld(start);
  const mp = await loadMicroPython({
    heapsize: HEAP, linebuffer: false, stdout: (bytes) => printed(mp, Buffer.from(bytes)),
  });
  mp.FS.mkdirTree('/flash/buttonbox');
  loadFlash(mp, flash, '/flash');
  if (!fs.existsSync(path.join(flash, 'buttonbox'))) loadFlash(mp, firmware, '/flash/buttonbox');
  mp.FS.writeFile('/flash/machine.py',
    fs.readFileSync(fileURLToPath(new URL('machine.py', import.meta.url))));
  // Flash is kept when a file in it is closed or renamed, as the firmware leaves it then.
  for (const name of ['close', 'rename', 'unlink']) {
    const real = mp.FS[name];
    mp.FS[name] = (...given) => {
      const result = real.apply(mp.FS, given);
      const touched = typeof given[0] === 'string' || (given[0].flags & 3) !== 0;
      if (touched && powered && start === starts) saveFlash(mp, '');
      return result;
    };
  }
  await mp.runPythonAsync(`
import os, sys
os.chdir("/flash")
sys.path[:] = ["/flash", ".frozen"]
import machine
`);
  return mp;
}

async function run() {
  const mp = await powerOn();
  const start = starts;
  tell({ boot: start });
  try {
    await mp.runPythonAsync(`
from buttonbox import flash
machine.wire(flash.settings())
from buttonbox.main import run
await run()
`);
    if (start === starts) openConsole(mp, false);
  } catch (error) {
    if (!String(error).includes('SystemExit') && start === starts) tell({ failed: String(error) });
  }
}

// The console that MicroPython has on the line while no program runs, as mpremote uses it.

function openConsole(mp, raw) {
  wire.out = Buffer.alloc(0);
  mp.replInit();
  if (raw) mp.replProcessChar(1);
  world.timeout = 0; // the watchdog is not on yet
  repl = mp;
}

function printed(mp, bytes) {
  if (repl === mp) wire.out = Buffer.concat([wire.out, bytes]);
}

const PASTE = '\x05A\x01'; // asks for raw paste, which would wait for bytes and stop Node
let typed = '';

setInterval(() => {
  if (repl === null || !powered) return;
  flush();
  for (const byte of arrived()) {
    const mp = repl;
    if (mp === null) return;
    typed = (typed + String.fromCharCode(byte)).slice(-PASTE.length);
    if (typed === PASTE) {
      wire.out = Buffer.concat([wire.out, Buffer.from('R\x00')]); // understood, and not done
    } else if (!PASTE.startsWith(typed.slice(typed.lastIndexOf('\x05'))) || !typed.includes('\x05')) {
      if (mp.replProcessChar(byte) & 0x100 && repl === mp) softReset();
    }
  }
}, 1);

async function softReset() {
  repl = null;
  const mp = await powerOn();
  openConsole(mp, true);
  wire.out = Buffer.from('OK\r\nMPY: soft reboot\r\nraw REPL; CTRL-B to exit\r\n>');
}

// What was written before a reset still leaves.
function restart() {
  repl = null;
  const leaving = setInterval(flush, 1);
  setTimeout(() => { clearInterval(leaving); run(); }, 50);
}

function powerOff() {
  powered = false;
  starts += 1;
  wire.out = Buffer.alloc(0);
}

setInterval(() => {
  if (powered && world.timeout && Date.now() - world.fed > world.timeout) run();
}, 500);

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const told = JSON.parse(line);
  if ('closed' in told) closing.push(told.closed);
  if ('levels' in told) turning.push(...told.levels);
  if ('power' in told) told.power ? run() : powerOff();
  if (!powered) unseen();
}).on('close', () => process.exit(0));

globalThis.world = world;
await run();
