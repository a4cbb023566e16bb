import { isFurniture, isProfileAddress } from "../extract/index.ts";
import { attribute, isElement, isShown, isText, type Page, tagName } from "../page/index.ts";
import { namesOf } from "./part-names.ts";
import { dateInText } from "./shown-dates.ts";

const named =
  / (?:author|authors|user ?name|poster|nick|nickname|hnuser|creator|commenter|displayname|persona|fn)(?! (?:title|rank|role|info|stats|details|avatar|pic|badge|signature|flair)) /;
const vaguelyNamed = / (?:user|member|login|name) /;
const profilePage =
  /action=profile|mode=viewprofile|(?:^|\/)(?:member|memberlist|profile|user)\.php|(?:^|\/)(?:user|member|profile)s?[-/]\d|(?:^|\/)user\?id=/i;
/** What stands beside a name: "Senior Member", "Joined", "1,204 posts". */
const besideName =
  / (?:title|rank|role|roles|banner|group|groups|stats|level|badge|badges|flair|signature|avatar|status|info|meta|joined|location|count|usertitle|product|file|form|site|page) /;
/** Names in bodies of posts: quotes, mentions, notes of edits. */
const inBody =
  /(?<! to) (?:quote|quotes|quoted|quotetitle|bbcode|mention|edited|lastedit|liked|reactions?|online|breadcrumbs?) /;

/** How surely an element names the author of a post: 0 not at all, 1 by a vague name, 2 by a clear one or a profile's address. */
export function authorStrength(page: Page, node: number): number {
  if (!isElement(page, node) || !isShown(page, node)) return 0;
  const length = page.textTo[page.end[node]] - page.textFrom[node];
  if (length < 2 || length > 60) return 0;
  const names = namesOf(page, node);
  let strength = 0;
  if (names !== "" && !inBody.test(names)) {
    if (named.test(names)) strength = 2;
    else if (vaguelyNamed.test(names) && !besideName.test(names)) strength = 1;
  }
  if (strength < 2 && tagName(page, node) === "a") {
    const href = attribute(page, node, "href") ?? "";
    if (isProfile(href) && (!hasPicture(page, node) || !besidePicture.test(textAt(page, node)))) strength = 2;
  }
  if (strength === 0) return 0;
  const text = textAt(page, node);
  if (!/[\p{L}\d]/u.test(text) || /\n/.test(text) || dateInText(page, text) !== undefined) return 0;
  if (advertiser.test(text)) return 0;
  // A mention in running text.
  if (text.startsWith("@") && !named.test(names) && tagName(page, page.parent[node]) === "p") return 0;
  // "Deleted member" is a user like others.
  if (!/ (?:username|creator|nick|nickname) /.test(names) && isFurniture(text)) return 0;
  const from = page.textFrom[node];
  if (
    /\b(?:edited|modified|bearbeitet|reviewed)\b(?!.*\b(?:asked|answered|posted|by)\b).{0,40}$/isu.test(
      page.text.slice(Math.max(0, from - 50), from),
    )
  )
    return 0;
  if (
    /\blast (?:updated|edited|modified|reply|post)\b[^\n]{0,40}$/i.test(page.text.slice(Math.max(0, from - 60), from))
  )
    return 0;
  for (let up = page.parent[node], step = 0; up > 0 && step < 6; up = page.parent[up], step++)
    if (inBody.test(namesOf(page, up)) || tagName(page, up) === "blockquote") return 0;
  return strength;
}

const advertiser = /^(?:advertisements?|sponsored|promoted|werbung|anzeige|publicité|reklama)(?: ?\(.{0,40}\))?$/iu;

/** Whether a post names an advertiser in its author's place. */
export function namesAdvertiser(page: Page, post: number): boolean {
  for (let i = post + 1; i < page.end[post]; i++)
    if (isElement(page, i) && named.test(namesOf(page, i)) && advertiser.test(textAt(page, i))) return true;
  return false;
}

function textAt(page: Page, node: number): string {
  return page.text.slice(page.textFrom[node], page.textTo[page.end[node]]).trim();
}

/** Whether an address is that of a member. */
export function isProfile(href: string): boolean {
  return href.length <= 400 && (profilePage.test(href) || isProfileAddress(href));
}

/** What a link shows beside a picture that is no name: a letter for want of one, or how a member is there. */
const besidePicture = /^(?:\S{0,2}|online|offline|away|busy|idle|\S+(?:\s+\S+){3,})$/iu;

function hasPicture(page: Page, node: number): boolean {
  for (let i = node + 1; i < page.end[node]; i++)
    if (tagName(page, i) === "img" || / (?:avatar|userpic) /.test(namesOf(page, i))) return true;
  return false;
}

/** The element that surely names the author within a range; -1 for none. */
export function authorWithin(page: Page, from: number, to: number): number {
  let found = -1;
  for (let node = from; node < to; node++) {
    const strength = authorStrength(page, node);
    if (strength === 2) return node;
    if (strength === 1 && found < 0) found = node;
  }
  return found;
}

/** The name of a post's author: what its element is stamped with, or what it shows. */
export function authorOf(page: Page, post: number, author: number): string | null {
  for (let node = post, step = 0; node > 0 && step < 2; node = page.parent[node], step++) {
    const stamped = attribute(page, node, "data-author") ?? attribute(page, node, "data-username");
    if (stamped !== undefined && stamped.trim() !== "" && stamped.length <= 60) return stamped.trim();
  }
  return author < 0 ? null : shownName(page, author);
}

/** Of an element that names also ranks and points, the first part that is a name by itself. */
function shownName(page: Page, node: number): string | null {
  let own = node;
  for (let i = node + 1; i < page.end[node]; i++) {
    if (page.textTo[page.end[i]] <= page.textFrom[i] || authorStrength(page, i) < 2) continue;
    own = i;
    break;
  }
  const parts: string[] = [];
  for (let i = own; i < page.end[own]; i++) {
    if (!isText(page, i) || !isShown(page, i)) continue;
    const part = page.text.slice(page.textFrom[i], page.textTo[i + 1]).trim();
    if (part !== "" && !parts.includes(part) && (parts.length === 0 || !/^(?:[\d.,k+]+|@.*)$/i.test(part)))
      parts.push(part);
  }
  return (
    parts
      .join(" ")
      .replace(/^(?:by|von|par|posted by|author:?)\s+/iu, "")
      .replace(/\s*(?:says|said|wrote|schrieb|writes|replied|replies)?\s*:?$/iu, "") || null
  );
}
