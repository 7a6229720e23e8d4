// The metrics of a puzzle to choose from.

import { metricName, t } from "../i18n/language.js";
import { h } from "../lib/dom.js";

/**
 * Null if there is no choice.
 * @param {string[]} metrics
 * @param {string} current
 * @param {(metric: string) => void} choose
 */
export function metricChoice(metrics, current, choose) {
  if (metrics.length < 2) return null;
  const select = h(
    "select",
    { onchange: () => choose(select.value) },
    ...metrics.map((metric) =>
      h("option", { value: metric, selected: metric === current }, metricName(metric)),
    ),
  );
  return h("label", { class: "quiet metric" }, t("metric"), " ", select);
}
