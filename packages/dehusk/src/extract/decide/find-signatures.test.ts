import { expect, test } from "vitest";
import { contentScored } from "../../detect/testing/scored-blocks.ts";
import { parse } from "../../page/index.ts";
import { presetRules } from "../presets.ts";
import { decideBlocks } from "./decide-blocks.ts";
import { judgedContent } from "./judged-text.ts";

const post = (signature: string) =>
  `<div class="post"><p>The wheel turns again since we cleared the race of leaves on Sunday.</p>${signature}</div>`;

/** The verdict on the last block of a page with posts, where the model finds every block likely. */
function lastOf(html: string, isThread = true): string {
  const text = judgedContent(contentScored(parse(html)));
  const decision = decideBlocks({ ...text, chance: text.chance.fill(0.9), isThread }, presetRules.balanced);
  const last = text.chance.length - 1;
  return `${decision.kept[last]} ${decision.groundOf(last).by}`;
}

test.each(["signature", "sig", "post_signature", "user-sig big", "postsignature"])(
  "a thread's signatures are left out: class %s",
  (name) => {
    expect(lastOf(post(`<div class="${name}"><p>Closed on Mondays</p></div>`))).toBe("0 signature");
  },
);

test("similar names are kept, and so is anything outside threads", () => {
  expect(lastOf(post('<div class="significant">Closed on Mondays</div>'))).toBe("1 chance");
  expect(lastOf(post('<div class="signature">Signed by all</div>'), false)).toBe("1 chance");
});

test("a whole post is not a signature, whatever its class", () => {
  expect(lastOf(`<div class="signature">${post("").repeat(8)}</div>`)).not.toContain("signature");
});
