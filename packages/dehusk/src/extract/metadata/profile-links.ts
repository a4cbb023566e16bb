import { attribute, isShown, type Page, tagNumber } from "../../page/index.ts";
import { blockOf } from "./byline.ts";
import { collapse } from "./clean-text.ts";
import { isCreditBefore } from "./credit-before.ts";
import { gradeName, NameGrade } from "./names.ts";
import { isFurniture } from "./not-names.ts";

const A = tagNumber("a");

/** URLs of people's own pages on their site: /author/jane, /u/jane, member.php?u=3, /@jane. */
const profile =
  /(?:^|[/.])(?:authors?|autor(?:en|es|in|a|e)?|auteurs?|profiles?|profil|people|users?|u|members?|memberlist|contributors?|editors?|writers?|columnists?|lookuserid|user-\w+|viewprofile)(?:[/?=.-](?=\S)|\.php)|\/@\w|[?&](?:user|author|lookuserid|u|uid|showuser|viewprofile)=/i;

/** The text of the first link to someone's profile near a node: a name, or the name of a user. */
function profileName(page: Page, from: number, to: number, isOther: (node: number) => boolean): string | undefined {
  for (let node = from; node < to; node++) {
    if (page.tag[node] !== A || !isShown(page, node)) continue;
    const end = page.end[node];
    const length = page.textTo[end] - page.textFrom[node];
    if (length < 2 || length > 40) continue;
    const address = attribute(page, node, "href") ?? "";
    if (address.length > 400 || !isProfileAddress(address)) continue;
    const name = collapse(page.text.slice(page.textFrom[node], page.textTo[end]));
    if (gradeName(name) === NameGrade.None || isFurniture(name) || isOther(node)) continue;
    if (isCreditBefore(page, node)) continue;
    return name;
  }
  return undefined;
}

const elsewhere =
  /shar|facebook|twitter|\/\/x\.com|pinterest|linkedin|instagram|youtube|telegram|whatsapp|^mailto|\/submit|login|signup/i;

/** Whether a URL is that of a person's page on a site. */
export function isProfileAddress(address: string): boolean {
  return profile.test(address) && !elsewhere.test(address);
}

/** The person linked directly after the headline, or before it. */
export function profileNearHeadline(page: Page, headline: number, isOther: (node: number) => boolean): string[] {
  if (headline < 0) return [];
  const { first, last, count } = page.blocks;
  const at = blockOf(page, headline);
  const node = (block: number) => (block >= count ? last[count - 1] + 1 : first[Math.max(0, block)]);
  if (count === 0 || at < 0) return [];
  // A block starts at its text, a link around the text starts before it.
  const name =
    profileName(page, page.end[headline], node(at + 6), isOther) ?? profileName(page, node(at - 3), headline, isOther);
  return name === undefined ? [] : [name];
}
