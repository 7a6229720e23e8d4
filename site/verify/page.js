// The page: a file, or one of the gallery, is checked here.

import { checker } from "./verify.js";

const element = (/** @type {string} */ name) => /** @type {HTMLElement} */ (document.getElementById(name));

/** What the result says. @param {string} className @param {string} verdict @param {string} statement */
function say(className, verdict, statement = "") {
  element("result").className = className;
  element("verdict").textContent = verdict;
  element("statement").textContent = statement;
}

/** @param {string} file */
async function bytes(file) {
  const response = await fetch(file);
  if (!response.ok) throw new Error(`the server answers ${response.status}`);
  return response.arrayBuffer();
}

let choices = 0;

/** Checks a certificate, unless another one is chosen before it is here. @param {string} name @param {Promise<ArrayBuffer>} read */
async function show(name, read) {
  choices += 1;
  const choice = choices;
  say("", `${name}…`);
  let certificate;
  try {
    certificate = new Uint8Array(await read);
  } catch (error) {
    if (choice === choices) say("", `${name} cannot be read: ${error}`);
    return;
  }
  if (choice !== choices) return;
  const begin = performance.now();
  let answer;
  try {
    answer = check(certificate);
  } catch (error) {
    say("", `${name}: not checked: the checker ended: ${error}`);
    return;
  }
  const time = Math.ceil(performance.now() - begin);
  if (answer.verified) {
    const verdict = `${name}: ${answer.claim}: verified here, in ${time} ms (${answer.checked})`;
    say("verified", verdict, answer.statement);
  } else {
    say(answer.stopped ? "" : "refused", `${name}: ${answer.stopped ? "not checked" : "refused"}: ${answer.error}`);
  }
}

/** What the page cannot do without. @template T @param {Promise<T>} loading @returns {Promise<T>} */
const need = (loading) =>
  loading.catch((error) => {
    say("", `The checker cannot be loaded: ${error}`);
    throw error;
  });

const check = await need(bytes("verify.wasm").then(checker));

const input = /** @type {HTMLInputElement} */ (element("file"));
input.addEventListener("change", async () => {
  const [file] = input.files ?? [];
  if (file) await show(file.name, file.arrayBuffer());
});
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", async (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer?.files ?? [];
  if (file) await show(file.name, file.arrayBuffer());
});

// Files are checked without it, too.
const gallery = await bytes("certificates.json").catch(() => new TextEncoder().encode("[]"));
for (const name of JSON.parse(new TextDecoder().decode(gallery))) {
  const button = document.createElement("button");
  button.textContent = name;
  button.addEventListener("click", () => show(name, bytes(name)));
  const item = document.createElement("li");
  item.append(button);
  element("gallery").append(item);
}
