// Runs the vectors through the geometry compiled to wasm32: node run.mjs GEOMETRY.wasm VECTORS
import { readFileSync } from "node:fs";

const [file, vectors] = process.argv.slice(2);
const module = await WebAssembly.compile(readFileSync(file));
const imports = WebAssembly.Module.imports(module);
const { exports: wasm } = imports.length ? { exports: {} } : await WebAssembly.instantiate(module, {});

let passed = 0;
let failed = 0;

// One test: what is not as it should be is listed, and one thing is enough to fail.
function test(name, problems) {
  if (problems.length === 0) return passed++;
  failed++;
  console.log(`✘ ${name}: ${problems.join("; ")}`);
}

// A call may grow the memory, the one for the start too, and growing takes the old view away.
function buffer() {
  const start = wasm.buffer_start();
  return new Float64Array(wasm.memory.buffer, start, 16384);
}

function compare(problems, what, ours, theirs) {
  if (!(Math.abs(ours - theirs) <= 1e-6)) problems.push(`${what} is ${ours}, not ${theirs}`);
}

const fractions = { leading: 0, top: 0, center: 0.5, trailing: 1, bottom: 1, firstTextBaseline: 1, lastTextBaseline: 1 };

function putItems(columns) {
  const kinds = ["fixed", "flexible", "adaptive"];
  columns.forEach((column, i) => {
    const kind = kinds.findIndex((name) => column.size[name] != null);
    const size = column.size[kinds[kind]];
    const [first, second] = kind === 0 ? [size, 0] : [size.minimum, size.maximum ?? Infinity];
    buffer().set([kind, first, second, column.spacing == null ? 0 : 1, column.spacing ?? 0], i * 5);
  });
  return columns.length;
}

function tracksProblems(vector, passes, expect) {
  const problems = [];
  const count = wasm.resolve_tracks(putItems(vector.columns), vector.width, fractions[vector.alignment], passes);
  const numbers = buffer();
  compare(problems, "number of tracks", count, expect.tracks.length);
  compare(problems, "content", numbers[0], expect.contentLength);
  compare(problems, "reported", numbers[1], vector.expect.reportedLength);
  expect.tracks.slice(0, count).forEach((track, i) => {
    compare(problems, `offset of track ${i}`, numbers[2 + i * 2], track.offset);
    compare(problems, `length of track ${i}`, numbers[3 + i * 2], track.length);
  });
  return problems;
}

function equalProblems({ bounds, gridSize, borderWidth, insets, count, expect }) {
  const problems = [];
  buffer().set([insets.top, insets.left, insets.bottom, insets.right]);
  wasm.equal_frames(gridSize, gridSize, borderWidth, bounds.width, bounds.height, BigInt(count));
  const numbers = buffer();
  compare(problems, "width of a cell", numbers[0], expect.cell.w);
  compare(problems, "height of a cell", numbers[1], expect.cell.h);
  for (const frame of expect.frames) {
    [frame.x, frame.y, frame.w, frame.h].forEach((number, i) =>
      compare(problems, `number ${i} of frame ${frame.item}`, numbers[2 + frame.item * 4 + i], number));
  }
  return problems;
}

// A million million items: counts that no Int of this machine holds, and products that need the compiler's runtime.
function deepProblems() {
  const problems = [];
  const count = 1_000_000_000_000n;
  const index = count - 1n;
  const items = putItems([{ size: { adaptive: { minimum: 160, maximum: null } } }]);
  if (wasm.uniform_frame(items, 1024, count, 220, index) !== index) problems.push("no item at the corner of its frame");
  const numbers = buffer();
  const line = Number(index / 6n);
  compare(problems, "height", numbers[0], (line + 1) * 228 - 8);
  [Number(index % 6n) * 172, line * 228, 164, 220].forEach((n, i) => compare(problems, `number ${i}`, numbers[1 + i], n));
  [Number(index % 6n) * 172, 0, 164, 220].forEach((n, i) => compare(problems, `relative ${i}`, numbers[5 + i], n));
  return problems;
}

test("the module imports nothing", imports.map((one) => `${one.module}.${one.name}`));
if (imports.length === 0) {
  const read = (name) => JSON.parse(readFileSync(`${vectors}/${name}.json`, "utf8")).vectors;
  const columns = [...read("columns"), ...read("two_pass")];
  for (const vector of columns) {
    test(vector.name, tracksProblems(vector, 1, vector.expect));
    if (vector.expect.placed) test(`${vector.name}, second pass`, tracksProblems(vector, 2, vector.expect.placed));
  }
  for (const vector of read("gridlayoutview")) test(vector.name, equalProblems(vector));
  test("a million million items", deepProblems());
  if (columns.length < 36) test("all vectors are there", [`only ${columns.length}`]);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
