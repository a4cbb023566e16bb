import axe from "axe-core";
import type { Page } from "playwright-core";

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}

/**
 * Serious and critical axe-core violations in a tab; the page in the frame is not ours.
 *
 * @param rules Rules to run; default: all.
 */
export async function violations(tab: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await tab.evaluate("'axe' in globalThis"))) await tab.evaluate(axe.source);
  const options = { iframes: false, resultTypes: ["violations"], ...(rules === undefined ? {} : { runOnly: rules }) };
  const found = (await tab.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as {
    violations: readonly Finding[];
  };
  return found.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ target }) => target.join(" ")).join(" | ")}`);
}
