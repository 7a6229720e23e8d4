// The address of a puzzle, a line and a view.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { address, opened } from "../../game/address.js";

test("what an address is made of is what it opens", async () => {
  const file = `puzzle = "sliding"\nboard = '''\n${"ab🧩\n".repeat(300)}'''\n`;
  for (const puzzle of [
    { instance: "tank-change" },
    { instance: "katamino:PUY", metric: "pieces" },
    { instance: file },
    { instance: "ice-rink", level: 2 },
  ]) {
    for (const [line, view] of [
      ["", "play"],
      ["1-7 17-15", "play"],
      ["", "edit"],
    ]) {
      assert.deepEqual(await opened(await address(puzzle, line, view)), { puzzle, line, view });
    }
  }
});

test("files that take turns keep their addresses apart", async () => {
  const files = ["a\n", "b\n", "a\n", "b\n"];
  const all = await Promise.all(files.map((instance) => address({ instance }, "")));
  assert.deepEqual(await Promise.all(all.map(async (one) => (await opened(one))?.puzzle.instance)), files);
});

test("a file is compressed once, however many moves are made", async () => {
  const { CompressionStream } = globalThis;
  let made = 0;
  globalThis.CompressionStream = class extends CompressionStream {
    constructor(/** @type {CompressionFormat} */ format) {
      super(format);
      made += 1;
    }
  };
  for (const line of ["", "a", "a b"]) await address({ instance: "once\n" }, line);
  globalThis.CompressionStream = CompressionStream;
  assert.equal(made, 1);
});

test("the fragment counts before the query; without either there is no puzzle", async () => {
  assert.equal((await opened("#puzzle=a", "puzzle=b"))?.puzzle.instance, "a");
  assert.equal((await opened("", "puzzle=b"))?.puzzle.instance, "b");
  assert.equal(await opened("#"), null);
  assert.equal(await opened("#line=1-7"), null);
});

test("a level that is no number from 1 up is the file's own", async () => {
  for (const level of ["0", "-1", "1.5", "two", ""])
    assert.deepEqual((await opened(`#puzzle=a&level=${level}`))?.puzzle, { instance: "a" });
});

test("a damaged link says so, and so does one that would unpack to too much", async () => {
  for (const packed of ["!", "AAAA", "____"]) {
    await assert.rejects(opened(`#file=${packed}`), { phrase: "badLink" });
  }
  const bomb = deflateRawSync(Buffer.alloc(1 << 20)).toString("base64url");
  await assert.rejects(opened(`#file=${bomb}`), { phrase: "largeLink" });
});
