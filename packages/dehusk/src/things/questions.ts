import type { JsonObject } from "../extract/index.ts";
import { textsIn } from "./marked-things.ts";
import type { Line } from "./sections.ts";

/** A question that the page itself answers. */
export interface Question {
  readonly question: string;
  readonly answer: string;
}

const fewest = 3;

/** Headings that are questions, each with the text below it; otherwise what is marked up. */
export function readQuestions(lines: readonly Line[], marked: JsonObject | undefined): Question[] | undefined {
  const found: { question: string; answer: string[]; level: number }[] = [];
  for (const line of lines) {
    const last = found[found.length - 1];
    const asks = line.level > 0 && line.level <= 7 && /[?？]$/.test(line.text) && line.text.length <= 200;
    if (asks) found.push({ question: line.text, answer: [], level: line.level });
    else if (last !== undefined && line.level > 0 && line.level <= last.level) {
      // A heading that does not ask ends the answer before it.
      if (last.answer.length > 0) found.push({ question: "", answer: [], level: line.level });
    } else if (last !== undefined && last.question !== "" && last.answer.length < 40) last.answer.push(line.text);
  }
  const shown = found
    .filter(({ question, answer }) => question !== "" && answer.length > 0)
    .map(({ question, answer }) => ({ question, answer: answer.join("\n") }));
  if (shown.length >= fewest) return shown;
  const declared: Question[] = [];
  const list = marked?.["mainEntity"];
  for (const item of Array.isArray(list) ? list.slice(0, 100) : [list]) {
    if (typeof item !== "object" || item === null) continue;
    const [question] = textsIn((item as JsonObject)["name"]);
    const [answer] = textsIn((item as JsonObject)["acceptedAnswer"], ["text", "name"]);
    if (question !== undefined && answer !== undefined) declared.push({ question, answer });
  }
  return declared.length > 0 ? declared : undefined;
}
