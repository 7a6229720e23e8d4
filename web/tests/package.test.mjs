// The npm package, from its tarball, in Node, and its types.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { installed } from "./installed.mjs";
import { ask, DIST, PATIENCE, TEJUN } from "./support.mjs";

const run = promisify(execFile);

/** A program as a user writes it. */
const SAMPLE = `
import { generate, hint, judge, list, show, solve, TejunError, type SolveAnswer } from "tejun";
import { TejunBoard, type Move } from "tejun/board";

const answer: SolveAnswer = await solve("heng-dao-li-ma", {
  time: 60,
  signal: AbortSignal.timeout(1000),
  onProgress: ({ depth, stored }) => console.log(depth + stored),
});
const moves: number | null = answer.cost;
const { legal, at } = await judge("heng-dao-li-ma", answer.line);
const next: string | undefined = (await hint("tank-change", [])).line[0];
const { puzzles: [{ file = "" }] } = await generate("packing", { level: 2, seed: 5 });
const drawing: string = (await show(file)).drawing;
const names: string[] = (await list()).instances.map(({ name }) => name);
try {
  // @ts-expect-error there is no such option
  await solve("tank-change", { tyme: 5 });
} catch (error) {
  if (error instanceof TejunError) console.log(error.kind, error.status, error.reason?.zh);
}
const board: TejunBoard = document.createElement("tejun-board");
board.line = answer.line;
board.addEventListener("solved", (event) => console.log((event as CustomEvent<Move>).detail.line.length));
console.log(moves, legal, at, next, drawing, names, board.position?.scene.rows);
`;

if (DIST) {
  const { place, tarball, unpacked } = await installed();
  await writeFile(join(place, "use.mjs"), 'export * from "tejun";\nimport "tejun/board";\n');
  /** @type {typeof import("../../bindings/javascript/types/index.js")} */
  const tejun = await import(pathToFileURL(join(place, "use.mjs")).href);

  /** @param {any} answer */
  const steady = (answer) =>
    JSON.parse(JSON.stringify(answer, (key, value) => (key === "stats" ? undefined : value)));

  test("package: its size", (t) => {
    t.diagnostic(`the tarball has ${tarball} bytes, unpacked ${unpacked}`);
    assert.ok(tarball < 1_400_000 && unpacked < 3_900_000, `${tarball}, ${unpacked}`);
  });

  test("package: in Node, the answers are those of the program and its server", async () => {
    const printed = await run(TEJUN, ["solve", "heng-dao-li-ma", "--json"]);
    const solved = await tejun.solve("heng-dao-li-ma");
    assert.deepEqual(steady(solved), steady(JSON.parse(printed.stdout)));
    const line = ["1-7"];
    for (const [own, verb, question] of /** @type {[Promise<any>, string, any][]} */ ([
      [tejun.solve("katamino:PUY", { worker: false }), "solve", { instance: "katamino:PUY" }],
      [tejun.hint("tank-change", line), "solve", { instance: "tank-change", line }],
      [tejun.explore("tank-change"), "explore", { instance: "tank-change" }],
      [tejun.count("pentominoes:3x20"), "count", { instance: "pentominoes:3x20" }],
      [tejun.judge("tank-change", "1-2"), "check", { instance: "tank-change", line: "1-2" }],
      [tejun.show("tank-change", { line }), "show", { instance: "tank-change", line }],
      [tejun.generate("packing", { seed: 5 }), "generate", { of: "packing", options: { seed: 5 } }],
    ]))
      assert.deepEqual(steady(await own), steady(await ask(verb, question)), verb);
    // The module has no room for boxes, cylinders and tori.
    const { instances, short_forms, ...rest } = await ask("list", {});
    const none = ["soma", "bedlam-cube", "pentominoes-3x4x5", "box:LxRxC", "cylinder:RxC"];
    const flat = {
      instances: instances.filter((/** @type {{name: string}} */ { name }) => !none.includes(name)),
      short_forms: short_forms.filter((/** @type {{form: string}} */ { form }) => !none.includes(form)),
      ...rest,
    };
    assert.deepEqual(await tejun.list(), flat);
  });

  test("package: a search tells how far it is, and stops", async () => {
    for (const worker of [true, false]) {
      let told = 0;
      const { cost } = await tejun.solve("heng-dao-li-ma", { worker, onProgress: () => told++ });
      assert.ok(cost === 81 && told > 10, `${told}`);
      const stopping = new AbortController();
      const stopped = tejun.explore("tiles-fifteen", {
        worker,
        signal: stopping.signal,
        onProgress: () => stopping.abort(),
      });
      await assert.rejects(stopped, { name: "AbortError" });
      const broken = tejun.solve("heng-dao-li-ma", {
        worker,
        onProgress: () => {
          throw new RangeError("mine");
        },
      });
      await assert.rejects(broken, { name: "RangeError", message: "mine" });
    }
    // More searches than there are workers, some of them given up while they wait.
    const many = Array.from({ length: 40 }, (_, at) => {
      const own = new AbortController();
      const solved = tejun.solve("heng-dao-li-ma", { signal: own.signal }).then(({ cost }) => cost);
      if (at % 2) own.abort("enough");
      return solved;
    });
    const ends = await Promise.allSettled(many);
    const told = ends.map((end) => (end.status === "fulfilled" ? end.value : end.reason));
    assert.deepEqual(
      told,
      Array.from({ length: 40 }, (_, at) => (at % 2 ? "enough" : 81)),
    );
  });

  test("package: a process ends with its last answer", async () => {
    const program = 'import { solve } from "tejun"; console.log((await solve("tank-change")).cost);';
    const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", program], {
      cwd: place,
    });
    assert.equal(stdout, "18\n");
  });

  test("package: what is wrong is a TejunError of one line", async () => {
    const any = /** @type {any} */ (tejun);
    const circle = {};
    Object.assign(circle, { circle });
    for (const [refused, status, message] of /** @type {[() => Promise<any>, number, RegExp | null][]} */ ([
      [() => any.solve(), 400, /instance is missing/],
      [() => any.solve(7), 400, /instance is a string/],
      [() => any.solve("tank-change", 7), 400, /options are an object/],
      [() => any.solve("tank-change", { bogus: 1 }), 400, /no option "bogus"/],
      [() => any.solve("tank-change", { time: "long" }), 400, /time/],
      [() => any.explore("tank-change", { seed: 5n }), 400, /not JSON/],
      [() => any.judge("tank-change", circle), 400, /not JSON/],
      [() => any.judge("tank-change", 7), 400, /line/],
      [() => any.solve("chess"), 422, /no instance "chess"/],
      [() => any.solve("tank-change", { line: ["1-2"] }), 422, /move 1 \(1-2\)/],
      [() => any.count("tank-change"), 422, null],
      [() => any.generate("chess"), 422, /nothing draws "chess"/],
      [() => any.show("a".repeat(300_000)), 413, /262144 bytes/],
    ])) {
      const error = await refused().then(
        () => assert.fail(String(refused)),
        (/** @type {any} */ thrown) => thrown,
      );
      assert.ok(error instanceof tejun.TejunError && error instanceof Error, String(error));
      assert.equal(error.status, status, String(error));
      assert.match(error.message, message ?? /./);
      assert.match(error.kind, /^(usage|instance|line|unsupported|limit)$/);
      assert.ok(!error.message.includes("\n"), error.message);
    }
    const illegal = await tejun.solve("tank-change", { line: ["1-2"] }).catch((error) => error);
    assert.deepEqual(
      [illegal.at, illegal.code, illegal.reason.zh],
      [0, "no-road", "从 1 号格到 2 号格没有直路"],
    );
  });

  test("package: a thousand mutated requests are answered or refused", {
    timeout: 6 * PATIENCE,
  }, async () => {
    // The same ones each time.
    let state = 7;
    const random = (/** @type {number} */ below) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const names = [
      "heng-dao-li-ma",
      "tank-change",
      "pacman-lv1",
      "sokoban-two",
      "peg-central",
      "tiles-seven",
    ];
    const texts = await Promise.all(
      names.map((instance) => ask("puzzle", { instance }).then(({ text }) => text)),
    );
    const odd = ["\u0000", "\ud800", "'''", "=", "[", "\n", "9".repeat(40), "🀄", "-1", "ab.#", ""];
    const mutated = (/** @type {string} */ text) => {
      for (let change = random(3); change > 0; change--) {
        const at = random(text.length + 1);
        text = text.slice(0, at) + odd[random(odd.length)] + text.slice(at + random(4));
      }
      return text;
    };
    const any = /** @type {any} */ (tejun);
    const limits = { states: 2000, time: 1 };
    const calls = [
      (/** @type {string} */ text) => any.solve(text, limits),
      (/** @type {string} */ text) => any.explore(text, limits),
      (/** @type {string} */ text) => any.count(text, limits),
      (/** @type {string} */ text) => any.show(text, { level: random(4) - 1 }),
      (/** @type {string} */ text) => any.judge(text, mutated("1-7 17-15 hl ir dd")),
      (/** @type {string} */ text) => any.hint(text, mutated("hhl"), limits),
      (/** @type {string} */ text) => any.solve(text, { [mutated("time")]: odd[random(odd.length)] }),
    ];
    let answered = 0;
    for (let at = 0; at < 1000; at++) {
      const text = mutated(texts[random(texts.length)]);
      try {
        assert.equal(typeof (await calls[random(calls.length)](text)), "object");
        answered++;
      } catch (error) {
        assert.ok(error instanceof tejun.TejunError, String(error));
        assert.ok([400, 413, 422].includes(error.status), `${error.message}: ${text}`);
      }
    }
    assert.ok(answered > 100 && answered < 900, `${answered}`);
  });

  test("package: its types are those of its answers, and a program with them compiles", async () => {
    const instance = "tank-change";
    const answers = {
      SolveAnswer: await tejun.solve("katamino:PUY"),
      ExploreAnswer: await tejun.explore(instance),
      CountAnswer: await tejun.count("pentominoes:3x20"),
      CheckAnswer: await tejun.judge("pacman-lv1", "hh"),
      ShowAnswer: await tejun.show(instance),
      ListAnswer: await tejun.list(),
      GenerateAnswer: await tejun.generate("packing", { seed: 5 }),
    };
    const typed = Object.entries(answers).map(
      ([name, answer]) => `export const a${name}: ${name} & Details = ${JSON.stringify(answer)};`,
    );
    const imported = `import type { Details, ${Object.keys(answers).join(", ")} } from "tejun";`;
    await writeFile(join(place, "answers.mts"), [imported, ...typed].join("\n"));
    await writeFile(join(place, "sample.mts"), SAMPLE);
    const options = ["--strict", "--noEmit", "--target", "es2022", "--module", "nodenext"];
    const tsc = join(import.meta.dirname, "../node_modules/typescript/bin/tsc");
    const { stdout } = await run(process.execPath, [tsc, ...options, "answers.mts", "sample.mts"], {
      cwd: place,
    }).catch((error) => error);
    assert.equal(stdout, "");
  });
}
