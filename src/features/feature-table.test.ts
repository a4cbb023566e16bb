import { expect, test } from "vitest";
import { nodeFeatureList } from "./index.ts";

const introduction = `# Features of a node

What the page-level model looks at. Each feature is one number of a node in its page; \`src/features\` computes all of them
from running sums over the page, so that a row costs the same for a word and for the whole page.

The model (\`models/page-level.json\`, or one made by \`dehusk train\`) does not see these numbers as they are. Each is first
scaled by its quantiles: the model's file has for every feature up to 17 knots that parted the training pages' values into
equal shares, and a value becomes its place among the knots, from 0 at or below the first to 1 at or above the last, in
proportion between two. So a long-tailed count and a share weigh alike, and no outlier does harm. A logistic regression for
each of four ranges of node areas then makes a score of the scaled values.

They are used by \`dehusk detect\` and \`dehusk extract\`, learned from by \`dehusk train\`, and named, with the reasons below,
by \`dehusk extract --explain\`. A model names the features that it needs, in their order; one that needs others is refused.
Units that begin with "log2 of" are log2(1 + n), but for \`shape\`, which is the plain logarithm of a ratio.

This table is written from the code by \`vitest run src/features/feature-table.test.ts --update\`.
`;

test("docs/features.md lists every feature", async () => {
  const cell = (text: string) => text.replaceAll("|", "\\|");
  const rows = nodeFeatureList.map(({ name, unit, why }) => `| \`${name}\` | ${cell(unit)} | ${cell(why)} |`);
  const table = ["| feature | unit | why it tells templates from content |", "|---|---|---|", ...rows].join("\n");
  await expect(`${introduction}\n${table}\n`).toMatchFileSnapshot("../../docs/features.md");
});
