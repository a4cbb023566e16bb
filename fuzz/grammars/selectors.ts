import type { Random } from "../random.ts";

const simple = (
  "p div * li b .a #x [class] [class~=a] [href^='/'] [title*=\"x\" i] :first-child :last-child :nth-child(2n+1) " +
  ":nth-child(-n+3) :nth-child(99999999999n) .日本 x-part svg .a\\:b"
).split(" ");
const joints = [" ", " > ", " + ", " ~ ", ", ", ","];
const broken = ["", "[", ":not(", ")", "..", "::before", ">", "[a=]", ":nth-child(+-n)", "\\", "{", "\0", "p:hover"];

/** CSS selectors as people write them, nested and joined, some of them no selectors at all. */
export function selector(random: Random): string {
  let text = random.pick(simple);
  for (let i = random.below(4); i > 0; i--) {
    const roll = random.next();
    if (roll < 0.3) text = `${random.pick([":is(", ":not("])}${text})`;
    else if (roll < 0.9) text += random.pick(joints) + random.pick(simple);
    else text += random.pick(broken);
  }
  return text;
}
