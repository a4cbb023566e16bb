import type { Page } from "../../page/index.ts";
import { textsOf } from "./json-ld.ts";
import { metaTexts, type Sources } from "./sources.ts";

const tag = /^[a-z]{2,3}(?:[-_][a-z0-9]{1,8}){0,4}$/i;
const languageMetas = [
  "content-language",
  "og:locale",
  "language",
  "dc.language",
  "dcterms.language",
  "inlanguage",
  "lang",
  "citation_language",
];

/** The page's language as a BCP 47 tag: as declared, else what its script gives away. */
export function readLanguage(sources: Sources): string | null {
  const { found, entities, graph, page } = sources;
  const declared = [found.language ?? "", ...metaTexts(sources, languageMetas)];
  for (const entity of entities) declared.push(...textsOf(entity["inLanguage"], graph));
  for (const text of declared) {
    const first = text.split(/[,;\s]/, 1)[0].trim();
    if (tag.test(first)) return normalise(first);
  }
  return languageOfScript(page);
}

function normalise(text: string): string {
  const [language, ...rest] = text.replace(/_/g, "-").split("-") as [string, ...string[]];
  const parts = rest.map((part) => {
    if (part.length === 4 && /^[a-z]+$/i.test(part)) return part[0].toUpperCase() + part.slice(1).toLowerCase();
    return part.length === 2 ? part.toUpperCase() : part.toLowerCase();
  });
  return [language.toLowerCase(), ...parts].join("-");
}

/** Scripts that one language uses far more than all others. */
const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\u3040-\u30ff]/g, "ja"],
  [/[\uac00-\ud7af]/g, "ko"],
  [/[\u4e00-\u9fff]/g, "zh"],
  [/[\u0e00-\u0e7f]/g, "th"],
  [/[\u0590-\u05ff]/g, "he"],
  [/[\u0370-\u03ff]/g, "el"],
  [/[\u0e80-\u0eff]/g, "lo"],
  [/[\u1780-\u17ff]/g, "km"],
  [/[\u1000-\u109f]/g, "my"],
  [/[\u10a0-\u10ff]/g, "ka"],
  [/[\u0530-\u058f]/g, "hy"],
  [/[\u0600-\u06ff]/g, "ar"],
  [/[\u0400-\u04ff]/g, "ru"],
];

/** A letter of one of them, or near. */
const anyScript = /[\u0370-\u06ff\u0e00-\u10ff\u1780-\u17ff\u3040-\u9fff\uac00-\ud7af]/;

const sampleLength = 4000;

/** The language of a text that its script alone tells, null where many languages share the script. */
function languageOfScript(page: Page): string | null {
  const { text } = page;
  const middle = Math.max(0, (text.length - sampleLength) >> 1);
  const sample = text.slice(middle, middle + sampleLength);
  if (!anyScript.test(sample)) return null;
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  for (const [pattern, language] of scripts) {
    const count = sample.match(pattern)?.length ?? 0;
    // Japanese is a mix of kana and Han: a tenth of kana is enough.
    if (count > 20 && count > letters * (language === "ja" ? 0.1 : 0.5)) return language;
  }
  return null;
}
