import type { Page } from "../../page/index.ts";

const credit =
  /(?:review|fact[ -]?check|verif|approv|edit|translat|photo|illustrat|geprüft|überprüft|bearbeit|übersetz|foto|relu|traduit|revisado|traducid|rivisto|tradott)\p{L}*[ \t]+(?:\p{L}+[ \t]+)?(?:by|von|durch|par|por|da)?[ \t]*[:：]?\s*$/iu;

/** Whether the words before an element say that its person did something else than write: "Medically reviewed by". */
export function isCreditBefore(page: Page, node: number): boolean {
  const from = page.textFrom[node];
  return credit.test(page.text.slice(Math.max(0, from - 40), from));
}
