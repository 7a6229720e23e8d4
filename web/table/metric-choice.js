// The metrics of a puzzle to choose from.

import { select } from "../i18n/controls.js";
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
  const options = metrics.map((metric) => /** @type {const} */ ([metric, metricName(metric)]));
  return h("label", { class: "quiet metric" }, t("metric"), " ", select(options, current, choose));
}
