// Names of files.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fileName } from "../../lib/files.js";

test("a title in any writing is the name of a file", () => {
  assert.equal(fileName("Küchen: Käse 3"), "Küchen-Käse-3");
  assert.equal(fileName("-横刀立马/../x"), "横刀立马-x");
  assert.equal(fileName("?!"), "tejun");
});
