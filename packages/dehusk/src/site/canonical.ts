import { DehuskError } from "../basics/index.ts";

/**
 * Which parts of a node's HTML are compared.
 *
 * - `standard`: tags, text, and attributes that affect what is shown, such as image URLs, but not classes, ids, styles,
 *   scripts, hidden inputs and link targets. So a menu is the same on every page, whichever item has the class
 *   `active`, and so is "Share this page", whatever page it shares.
 * - `links`: also link targets, without session tokens and campaign parameters.
 * - `exact`: tags, all attributes, all text, scripts too.
 * - `text`: texts only, whatever the tags around them.
 *
 * Always: comments are ignored, white space in text is collapsed, and attributes are unordered.
 *
 * Chosen on every third of 142 sites; on the other 94 (4,639 pages of ordinary sites, 1,943 product and data pages with
 * known content values, θ = 0.1) the text found to be template is 30.4 % and 54.0 % with exact, 31.4 % and 55.3 % with
 * links, 32.8 % and 58.3 % with standard, 33.4 % and 59.4 % with text. Content values lost to templates: 11.8, 11.9,
 * 11.9 and 12.4 %. These are values that many pages share, such as a genre. Nobody judged by hand whether the text
 * found is template.
 */
export type Canonical = (typeof canonicals)[number];

export const canonicals = ["standard", "links", "exact", "text"] as const;

/** How an attribute's value is compared. */
export const Compare = { Never: 0, Exactly: 1, AsAddress: 2 } as const;

/** What is compared, as lookups for the hashing loop. */
export interface CanonicalRules {
  readonly tags: boolean;
  /** Whether scripts, styles and the like count. */
  readonly unseen: boolean;
  /** How attributes are compared, by name. */
  readonly attributes: ReadonlyMap<string, number>;
  /** How all other attributes are compared. */
  readonly others: number;
}

/** Attributes that affect what is shown. Lazy loaders keep the picture's URL in `data-src` and the like. */
const shownAttributes = "alt,title,value,placeholder,label";
const sourceAttributes = "src,data-src,data-original,data-lazy-src,poster,data";
const linkAttributes = "href,xlink:href";

const standardAttributes = new Map<string, number>([
  ...listed(shownAttributes, Compare.Exactly),
  ...listed(sourceAttributes, Compare.AsAddress),
]);

function listed(names: string, compare: number): [string, number][] {
  return names.split(",").map((name) => [name, compare]);
}

const rulesByName: Readonly<Record<Canonical, CanonicalRules>> = {
  standard: { tags: true, unseen: false, attributes: standardAttributes, others: Compare.Never },
  links: {
    tags: true,
    unseen: false,
    attributes: new Map([...standardAttributes, ...listed(linkAttributes, Compare.AsAddress)]),
    others: Compare.Never,
  },
  exact: { tags: true, unseen: true, attributes: new Map(), others: Compare.Exactly },
  text: { tags: false, unseen: false, attributes: new Map(), others: Compare.Never },
};

/**
 * The rules of a setting, minus some attributes.
 *
 * @throws DehuskError `bad-option` for an unknown setting.
 */
export function canonicalRules(canonical: Canonical, dropAttributes: readonly string[] = []): CanonicalRules {
  if (!canonicals.includes(canonical)) {
    const known = canonicals.map((name) => `"${name}"`).join(", ");
    throw new DehuskError(
      "bad-option",
      `Option "canonical" must be one of ${known}, not ${JSON.stringify(canonical)}.`,
    );
  }
  const rules = rulesByName[canonical];
  if (dropAttributes.length === 0) return rules;
  const attributes = new Map(rules.attributes);
  for (const name of dropAttributes) attributes.set(name, Compare.Never);
  return { ...rules, attributes };
}

/**
 * A URL without what varies from page to page for the same target: leading `../`, which depends on the page's depth,
 * session tokens and campaign parameters.
 */
export function canonicalAddress(address: string): string {
  let start = 0;
  for (;;) {
    if (address.startsWith("../", start)) start += 3;
    else if (address.startsWith("./", start)) start += 2;
    else break;
  }
  const plain = start === 0 ? address : address.slice(start);
  return plain.includes("=") ? plain.replace(pathToken, "").replace(queryToken, "") : plain;
}

const pathToken = /;(?:jsessionid|phpsessid|sid)=[^?#]*/i;
const tokenNames =
  "utm_[a-z]+|sid|s?session_?id|phpsessid|jsessionid|aspsessionid\\w*|oscsid|zenid|cfid|cftoken|nonce|_wpnonce|" +
  "csrf\\w*|token|fbclid|gclid";
const queryToken = new RegExp(`(?<=[?&;])(?:${tokenNames})=[^&#;]*(?:&(?:amp;)?|;)?`, "gi");
