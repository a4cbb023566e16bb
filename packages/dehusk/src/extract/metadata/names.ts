import { cutText } from "../../basics/index.ts";
import { endsInPlace, isCredit, isFurniture } from "./not-names.ts";

/**
 * Names of people in bylines and meta elements. Words of several languages are known, but only to be removed: what
 * is left must have the shape of a name.
 */

const by =
  "(?:(?:story|words(?: and (?:photos|pictures|images))?|text|article|review|report|analysis|opinion|interview|guest post|written|posted|published|" +
  "authored|submitted|reported|created|added)\\s+)?by|from|(?:pressemitteilung|(?:ein )?beitrag|(?:ein )?artikel|" +
  "verfasst|geschrieben|veröffentlicht|erstellt|eingestellt|gepostet|interview|kommentar|text) von|von|" +
  "(?:écrit |publié |rédigé |proposé )?par|(?:escrito |publicado |redactado )?por|(?:scritto )?da|a cura di|di|" +
  "(?:geschreven |gepubliceerd )?door|(?:skrevet |skriven )?a[vf]|napsal|opublikował|";
const labels =
  "authors?|autor(?:es|en|in|a|e|i|zy)?|auteurs?|verfasser(?:in)?|redaktion|redactie|texte?o?|tekst|interview|" +
  "contributors?|journalist|автор|текст|作者|撰文|文字|文|執筆者?|执笔人?|筆者|著者|著|取材・文|記者|记者|글|작성자|기자";
const lead = new RegExp(`^(?:(?:${by}${labels})(?:\\s*[:：/／|-]\\s*|\\s+|(?=[\\u3040-\\u9fff])))`, "iu");
const caseLead = /^(?:[Bb]y|[Vv]on|[Pp]ar)(?=\p{Lu}\p{Ll})/u;

/** The end of the names in a byline: bars, dates, places, verbs. */
const stop =
  /[|•·⋅●▪■►»«›\n\t]|\s[-–—]{1,2}\s|\s(?:on|am|at|um|in|for|aus|à|il y a|vor|via|is|ist|est)\s|\b(?:last updated|updated|published|publiziert|posted|veröffentlicht|aktualisiert|publié|mis à jour|publicado|actualizado|pubblicato|modified|stand|reviewed)\b|\d{1,2}[.:/-]\d{1,2}|\d{4}|\d{1,2}\.?\s+\p{L}{3,}|\p{L}{3,9}\.?\s\d{1,2}\b|\d+\s?min/iu;
const separators = /\s*(?:[;,，、；&＆+]|\s(?:and|und|et|og|och|ja|with|mit|avec|con|и|ve)\s)\s*/iu;
/** Words for "and" that also occur inside names: they separate only two full names. */
const conjunction = /(?<=\S\s+\S+)\s(?:y|e|i|en)\s(?=\S+\s\S)/iu;
const address =
  /(?:https?:\/\/|www\.)\S+|[^\s@]+@[^\s@]+\.[^\s@]+|\((?:[^()]{0,80})\)|（[^（）]{0,80}）|\[[^[\]]{0,80}\]|<[^<>]{0,80}>/gu;
/** What a person does, after what they do it as; the only word after a first name may also be a surname. */
const ranks =
  "staff|senior|chief|contributing|associate|assistant|managing|executive|freelance|guest|special|deputy|digital|content|founding|lead|head|news|" +
  "sports|political|business|features|web|photo|city|travel|health|science|associated press|product|marketing|event";
const roles = new RegExp(
  `(?:^|\\s)(?<rank>(?:(?:${ranks})\\s+)*)(?:(?<role>writers?|editors?|reporters?|correspondents?|contributors?|columnists?|journalists?|producers?|bureau|director|manager|specialist|(?:co-?)?founders?|ceo|cto|cmo|president|professor|analyst|strategist|consultant|expert|engineer|developer|photographer|marketer|administrator|coordinator|officer)|` +
    "(?<craft>(?:screen|script|song|copy|ghost|speech|play)-?writers?|\\p{L}*redakteur(?:in)?|\\p{L}*korrespondent(?:in)?|autorin|journaliste|rédact\\w+|redactora?|periodista|giornalista|fotograf(?:in)?|marketing)|" +
    "\\p{L}{3,}leiter(?:in)?|(?:chief|head|senior|managing|executive|vice)\\s\\p{L}+)(?<rest>\\s.*)?$",
  "iu",
);
const degree = /^(?:\p{Lu}[\p{L}.®]{0,4}){1,3}$|^(?:Jr|Sr|II|III|IV|Esq)\.?$/u;
const leftover =
  /^(?:follow|twitter|facebook|instagram|linkedin|tiktok|youtube|pinterest|reddit|bluesky|mastodon|whatsapp|telegram|share|comments?|read more|more|subscribe|posts?|articles?|home|about|contact|profile|website|e-?mail|menu|search|login|sign (?:in|up)|news|blog|view all|all|the|by|von|par|author|authors|autor|autorin|written|posted|published|archive|tags?|category|categories|related|newsletter|print|drucken|teilen|photo|photos|foto|video|image|source|quelle|credit|no|yes|none|null|undefined|n\/a|unknown author|guest|user|root|default|super user|web ?master)$/iu;
const generic =
  /^(?:admin(?:istrator)?|editors?|editorial(?: staff| team)?|staff|team|redaktion|redaction|la rédaction|redacción|redazione|anonymous|unknown|wordpress\w*)$/iu;
const particle =
  /^(?:de|da|do|dos|das|del|della|di|du|la|le|les|van|von|vom|der|den|ter|ten|zu|zur|al|el|bin|bint|ibn|ben|y|e|af|av|und|st\.?|o|abu)$/iu;

/** How certain it is that a text is a person's name. */
export const NameGrade = { None: 0, Generic: 1, Handle: 2, Word: 3, Full: 4 } as const;

/** The grade of a single name: two or more capitalised words are the surest, a lower-case handle is doubtful. */
export function gradeName(name: string): number {
  if (name.length < 2 || name.length > 60 || leftover.test(name)) return NameGrade.None;
  if (!/\p{L}/u.test(name) || /[!?=<>{}\\…"„“”«»:%$€#]|\w{2,}\.\w{2,}\.|\.\s+\p{L}{4,}.*\s.*\s/u.test(name))
    return NameGrade.None;
  if (generic.test(name) || isRole(name)) return NameGrade.Generic;
  if (/^[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\s・·＝=]+$/u.test(name))
    return name.length <= 14 ? NameGrade.Full : NameGrade.None;
  const words = name.split(/\s+/);
  if (words.length > 6) return NameGrade.None;
  if (words.length === 1) return /^\p{Lu}[\p{L}'’-]+$/u.test(name) ? NameGrade.Word : NameGrade.Handle;
  const cased = words.every((word) => particle.test(word) || /^["'(]?[\p{Lu}\p{Lo}]/u.test(word));
  if (cased) return NameGrade.Full;
  return words.length <= 3 ? NameGrade.Handle : NameGrade.None;
}

/**
 * The names in a visible byline, in order. Words like "by", dates, roles, addresses and degrees are dropped, and so is what
 * does not look like a name.
 *
 * @param isLed Whether "by" or the like stands before the text.
 */
export function cleanNames(text: string, isLed = stripLead(text) !== plainSpaces(text)): string[] {
  if (isCredit(text)) return [];
  const rest = stripLead(cutText(text, 600).replace(address, " ")).split(stop, 1)[0].trim();
  if (endsInPlace(rest)) return [];
  const names: string[] = [];
  for (const part of splitNames(rest)) {
    const isApposed = followsComma(rest, part);
    const name = trimName(part, isLed && !isApposed);
    // "Jane Roe, Beauty Editor"
    if (isApposed && !name.includes(" ") && roles.test(part)) continue;
    if (name === "" || isFurniture(name) || (names.length > 0 && degree.test(name))) continue;
    if (gradeName(name) > NameGrade.None && !names.includes(name)) names.push(name);
  }
  return names;
}

/** The names in a value that is meant to contain only authors: taken as they are, as far as possible. */
export function declaredNames(text: string): string[] {
  const bare = stripLead(cutText(text, 1000).replace(address, " ")).split(/[|•\n\t]|\s[-–—]{1,2}\s/, 1)[0];
  const names: string[] = [];
  for (const part of splitNames(bare.trim())) {
    const name = stripLead(part.replace(/^[\s\p{P}\p{S}]+|[\s:：,\-–—/|*•]+$/gu, ""));
    const isApposed = followsComma(bare, part) || roles.exec(name)?.index === 0;
    if (names.length > 0 && (degree.test(name) || (isApposed && roles.test(name)))) continue;
    if (gradeName(name) > NameGrade.None && !names.includes(name)) names.push(name);
  }
  return names;
}

function followsComma(text: string, part: string): boolean {
  return /,\s*$/.test(text.slice(0, text.indexOf(part)));
}

/** "Smith, Jane" is one name if nothing else is listed. */
function splitNames(text: string): string[] {
  const parts = text
    .split(separators)
    .flatMap((part) => part.split(conjunction))
    .filter((part) => part.trim() !== "");
  const [last, first] = parts;
  if (parts.length === 2 && last !== undefined && first !== undefined && /^[^,]+,[^,]+$/.test(text)) {
    const oneWord = /^\p{Lu}[\p{Ll}'’-]+$/u.test(last.trim());
    if (oneWord && /^\p{Lu}[\p{Ll}'’-]+(?:\s\p{Lu}\.?)?$/u.test(first.trim()))
      return [`${first.trim()} ${last.trim()}`];
  }
  return parts;
}

function trimName(part: string, isLed: boolean): string {
  const bare = stripLead(part.replace(/^[\s\p{P}\p{S}]+|[\s:：,\-–—/|*•]+$/gu, ""));
  const role = roles.exec(bare);
  const before = role === null ? bare : bare.slice(0, role.index);
  // "By Ann Writer", "Garden Editor"
  if (role !== null && isLoneRole(role) && /^\p{Lu}[\p{L}'’-]+$/u.test(before)) return isLed ? bare : "";
  return before.replace(/(?<=\S)\s(?:@\w+|symbolbild.*)$/iu, "").trim();
}

/** "Staff Writer": what somebody does, without a name. */
function isRole(text: string): boolean {
  const match = roles.exec(text);
  const { role, craft, rest } = match?.groups ?? {};
  return match?.index === 0 && (role ?? craft) !== undefined && rest === undefined;
}

/** "Writer" and not "Staff Writer" or "Director of Music". */
function isLoneRole({ groups }: RegExpExecArray): boolean {
  return groups?.["rank"] === "" && groups["role"] !== undefined && groups["rest"] === undefined;
}

/** A text without a leading "by", "Autor:" and the like. */
export function stripLead(text: string): string {
  let rest = plainSpaces(text).replace(caseLead, "");
  for (let round = 0; round < 3; round++) {
    const match = lead.exec(rest);
    if (match === null || match[0].length === 0 || match[0].length === rest.length) break;
    const after = rest.slice(match[0].length).trim();
    // "Di Stefano" is a name, "di Anna Rossi" is a byline.
    if (/^d[ai]\s/i.test(match[0]) && !/\s/.test(after)) break;
    rest = after;
  }
  return rest;
}

function plainSpaces(text: string): string {
  return text.replace(/[ \u00a0\u3000]+/g, " ").trim();
}

/** Whether a text is only a prefix of a name. */
export function isLead(text: string): boolean {
  const rest = `${text.trim()} `;
  const match = lead.exec(rest);
  return match !== null && match[0].length >= rest.length - 1;
}
