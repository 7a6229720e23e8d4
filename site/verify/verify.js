// Checks certificates with the module of tejun-verify.

/** @typedef {{verified: boolean, claim?: string, checked?: string, statement?: string, error?: string}} Answer */

/**
 * A checker by a module. @param {BufferSource} module @returns {Promise<(certificate: Uint8Array) => Answer>}
 */
export async function checker(module) {
  const compiled = await WebAssembly.compile(module);
  return (certificate) => {
    // A new instance for each: a module that has ended by a fault is no use any more, and memory is given back.
    const { memory, room, check, answer } = /** @type {any} */ (new WebAssembly.Instance(compiled).exports);
    // The memory may grow in here, and then has another buffer.
    const place = room(certificate.length);
    new Uint8Array(memory.buffer, place, certificate.length).set(certificate);
    const length = check();
    const text = new TextDecoder().decode(new Uint8Array(memory.buffer, answer(), length));
    const [verdict, claim, checked, ...statement] = text.split("\n");
    if (verdict !== "verified") return { verified: false, error: claim };
    return { verified: true, claim, checked, statement: statement.join("\n") };
  };
}
