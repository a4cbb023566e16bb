import { CssKind, type CssToken } from "./css-tokens.ts";
import { neutralTags, ownPrefix } from "./frame-tags.ts";

/** Functions whose arguments are selectors. */
const selectorFunctions = new Set("is where not has matches -webkit-any -moz-any".split(" "));

/**
 * Rewrites the selectors of a rule for the frame: renamed elements, and links, which have no href there.
 *
 * @example `form a:link` becomes `dh-form a[data-dh-href]`
 */
export function writeSelectors(tokens: readonly CssToken[], renamed: ReadonlySet<string>): string {
  /** For each open parenthesis or bracket, what it contains. */
  const inside: ("selectors" | "attribute" | "other")[] = [];
  const texts: string[] = [];
  for (const [i, token] of tokens.entries()) {
    const { kind, value } = token;
    const before = i === 0 ? undefined : tokens[i - 1];
    texts.push(token.text);
    if (kind === CssKind.Function) inside.push(selectorFunctions.has(value) ? "selectors" : "other");
    else if (kind === CssKind.Sign && value === "[") inside.push("attribute");
    else if (kind === CssKind.Sign && value === "(") inside.push("other");
    else if (kind === CssKind.Sign && (value === ")" || value === "]")) inside.pop();
    else if (kind === CssKind.Ident) {
      const place = inside.at(-1) ?? "selectors";
      if (place === "attribute" && before?.value === "[" && value === "href") texts[i] = `data-${ownPrefix}href`;
      if (place !== "selectors") continue;
      if (before?.value === ":") {
        if ((value === "link" || value === "any-link") && tokens[i - 2]?.value !== ":") {
          texts[i - 1] = "";
          texts[i] = `[data-${ownPrefix}href]`;
        }
      } else if (before?.value !== "." && before?.value !== "|") texts[i] = typeSelector(token, renamed);
    }
  }
  return texts.join("").replaceAll("</", "<\\2f ");
}

function typeSelector({ value, text }: CssToken, renamed: ReadonlySet<string>): string {
  if (neutralTags.has(value)) return ownPrefix + value;
  return renamed.has(value) ? `:is(${value},${ownPrefix}${value})` : text;
}
