import { DehuskError } from "../basics/index.ts";

/**
 * What of a node's HTML is compared.
 *
 * - `standard`: tags, text, and the attributes that say what is shown, such as the addresses of pictures. Classes, ids,
 *   styles, scripts, hidden inputs and where links lead do not count. So a menu is the same menu on every page,
 *   whichever of its items has the class `active`, and so is "Share this page", whatever page it shares.
 * - `links`: the same, and where links lead, without session tokens and marks of campaigns.
 * - `exact`: tags, all attributes, all text, scripts as well.
 * - `text`: the texts alone, whatever the tags around them.
 *
 * In all of them comments do not count, runs of white space in text are one space, and attributes have no order.
 *
 * Chosen on every third of 142 sites; on the other 94 (4,639 pages of ordinary sites, 1,943 product and data pages
 * with known content values, θ = 0.1) text found to be template is, with exact 30.4 % and 54.0 %, links 31.4 % and
 * 55.3 %, standard 32.8 % and 58.3 %, text 33.4 % and 59.4 %. Content values taken for templates: 11.8, 11.9, 11.9
 * and 12.4 %. These are values that many pages share, such as a genre. Whether the text found is template was not
 * judged by people.
 */
export type Canonical = (typeof canonicals)[number];

export const canonicals = ["standard", "links", "exact", "text"] as const;

/** How the value of an attribute is compared. */
export const Compare = { Never: 0, Exactly: 1, AsAddress: 2 } as const;

/** What of a node's HTML is compared, looked up by the loop that hashes. */
export interface CanonicalRules {
  readonly tags: boolean;
  /** Whether scripts, styles and the like count. */
  readonly unseen: boolean;
  /** How attributes are compared, by name. */
  readonly attributes: ReadonlyMap<string, number>;
  /** How attributes without an entry are compared. */
  readonly others: number;
}

/** Attributes that say what is shown. `data-src` and its like are where scripts find the picture. */
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
 * The rules of a setting, with more attributes that do not count.
 *
 * @throws DehuskError `bad-option` for a setting that is not known.
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
 * An address without what differs from page to page although it leads to the same place: the steps up at its start,
 * which only say how deep the page lies, session tokens, and marks of campaigns.
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
