// A description in OpenAPI as text: each request with what it takes and what it answers, and the types in these.

/** @typedef {Record<string, any>} Schema */

/** @param {string} description @returns {string} */
export function endpoints(description) {
  const { paths, components } = JSON.parse(description);
  /** Types whose keys have a section of their own, because a key somewhere has them. @type {Set<string>} */
  const named = new Set();
  const schema = (/** @type {Schema | undefined} */ some) => (some?.$ref ? components.schemas[nameOf(some)] : some);
  const tables = (/** @type {string} */ title, /** @type {Schema | undefined} */ some) =>
    (some?.anyOf ?? [some]).map(schema).map((/** @type {Schema | undefined} */ object) => keys(title, object, named));

  const requests = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).filter(([method]) => method !== "parameters").flatMap(([method, how]) => {
      const [status, answer] = Object.entries(how.responses)[0];
      const [type, content] = Object.entries(answer.content)[0];
      return [
        `## \`${method.toUpperCase()} ${path}\``,
        how.summary,
        ...tables("request", how.requestBody?.content["application/json"].schema),
        ...(schema(content.schema)?.properties || content.schema?.anyOf
          ? tables(`answer, status ${status}`, content.schema)
          : [`Status ${status}, \`${type}\`: ${answer.description}`]),
      ];
    }),
  );
  // A section may name further types; the set grows while it is walked.
  const types = ["## Types"];
  for (const name of named) {
    const { description = "", enum: values, ...rest } = components.schemas[name];
    const plain = values || !rest.properties ? typeOf({ enum: values, ...rest }, named) : "";
    types.push(`### ${name}`, description, plain, keys("key", rest, named));
  }
  return [...requests, ...types].filter(Boolean).join("\n\n");
}

/** @param {Schema} schema @returns {string} */
const nameOf = ({ $ref }) => $ref.split("/").at(-1);

/**
 * A table of the keys of an object, and of those of the objects within it that have no name of their own.
 * @param {string} title @param {Schema | undefined} object @param {Set<string>} named
 */
function keys(title, object, named) {
  const rows = rowsOf(object, "", named);
  return rows.length > 0 ? [`| ${title} | type | |`, "|---|---|---|", ...rows].join("\n") : "";
}

/** @param {Schema | undefined} object @param {string} prefix @param {Set<string>} named @returns {string[]} */
function rowsOf({ properties = {}, required = [] } = {}, prefix, named) {
  return Object.entries(properties).flatMap(([key, value]) => {
    const name = `\`${prefix}${key}\`${required.includes(key) ? "" : ", optional"}`;
    const row = `| ${name} | ${typeOf(value, named)} | ${(value.description ?? "").replaceAll("|", "\\|")} |`;
    return [row, ...rowsOf(value, `${prefix}${key}.`, named)];
  });
}

/** @param {Schema} schema @param {Set<string>} named @returns {string} */
function typeOf(schema, named) {
  const { type, items, enum: values, const: only, anyOf, oneOf } = schema;
  if (schema.$ref) {
    named.add(nameOf(schema));
    return `[${nameOf(schema)}](#${nameOf(schema).toLowerCase()})`;
  }
  if (values) return values.map((/** @type {unknown} */ value) => `\`${value}\``).join(", ");
  if (only !== undefined) return `\`${only}\``;
  const several = anyOf ?? oneOf;
  if (several) return several.map((/** @type {Schema} */ some) => typeOf(some, named)).join(" or ");
  const names = [type ?? "any"].flat();
  return names.map((name) => (name === "array" && items ? `array of ${typeOf(items, named)}` : name)).join(" or ");
}
