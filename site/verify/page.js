// The page: a file, or one of the gallery, is checked here.

import { checker } from "./verify.js";

const element = (/** @type {string} */ name) => /** @type {HTMLElement} */ (document.getElementById(name));
const bytes = async (/** @type {string} */ file) => (await fetch(file)).arrayBuffer();
const check = await checker(await bytes("verify.wasm"));

/** @param {string} name @param {ArrayBuffer} certificate */
function show(name, certificate) {
  const begin = performance.now();
  let answer;
  try {
    answer = check(new Uint8Array(certificate));
  } catch (error) {
    answer = { verified: false, error: `the checker ended: ${error}` };
  }
  const time = Math.ceil(performance.now() - begin);
  element("result").className = answer.verified ? "verified" : "refused";
  element("verdict").textContent = answer.verified
    ? `${name}: ${answer.claim}: verified here, in ${time} ms (${answer.checked})`
    : `${name}: refused: ${answer.error}`;
  element("statement").textContent = answer.statement ?? "";
}

const input = /** @type {HTMLInputElement} */ (element("file"));
input.addEventListener("change", async () => {
  const [file] = input.files ?? [];
  if (file) show(file.name, await file.arrayBuffer());
});
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", async (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer?.files ?? [];
  if (file) show(file.name, await file.arrayBuffer());
});

for (const name of await (await fetch("certificates.json")).json()) {
  const button = document.createElement("button");
  button.textContent = name;
  button.addEventListener("click", async () => show(name, await bytes(name)));
  const item = document.createElement("li");
  item.append(button);
  element("gallery").append(item);
}
