import { expect, test } from "vitest";
import {
  describeBlockFeatures,
  describeNodeFeatures,
  describeSegmentFeatures,
  describeSegmentPairFeatures,
  describeTemplateBlockFeatures,
  type Feature,
} from "./index.ts";

const introduction = `# Features

What the models look at, as numbers. \`packages/dehusk/src/features\` computes all of them from running sums over the page, so that a row of
them costs the same for a word and for the whole page. A model names the features that it needs, in their order; one that
needs others is refused.

The tables are written from the code by \`vitest run packages/dehusk/src/features/feature-table.test.ts --update\`.
`;

const nodeIntroduction = `## Features of a node

What the page-level model looks at: each feature is one number of a node in its page.

The model (\`models/page-level.json\`, or one made by \`dehusk train\`) does not see these numbers as they are. Each is first
scaled by its quantiles: the model's file has for every feature up to 17 knots that parted the training pages' values into
equal shares, and a value becomes its place among the knots, from 0 at or below the first to 1 at or above the last, in
proportion between two. So a long-tailed count and a share weigh alike, and no outlier does harm. A logistic regression for
each of four ranges of node areas then makes a score of the scaled values.

They are used by \`dehusk detect\` and \`dehusk extract\` and learned from by \`dehusk train\`. Where a page-level model
decides what is content, \`dehusk extract --explain\` names them with the reasons below.

Units that begin with "log2 of" are log2(1 + n), but for \`shape\`, which is the plain logarithm of a ratio.
`;

const blockIntroduction = `## Features of a block

What the content model looks at (\`models/default.json\`, or one made by \`dehusk train --default\`): each feature is one number
of a block of text, such as a paragraph, a heading, an item or a cell. Boosted trees ask whether a number is at most some
threshold, so nothing is scaled.

A row begins with the features of a node, above, that need no layout (all but \`left\` to \`shape\`): those of the block's
element, which is the smallest block-level element that holds all of the block, or of the outermost element that shows no
more than it. Then follow the features of the block itself, below. \`dehusk extract --explain\` says in sentences which of
them spoke most.

- **Lexicons** say what a word speaks for. The model's file has, by hash, the log-odds of content of words in names (\`class\`,
  \`id\`, \`role\`, \`itemprop\`, \`itemtype\`) and of words in texts, each counted once for a host of the training pages; and
  for names, the log-odds of comments, posts and reviews. The features that begin with \`name\` and \`word\` sum them up. Of a
  block's words the first 24 are read. A word that no lexicon has weighs 0.
- **The first look** is the log-odds that trees make of all these, for each block by itself. It is the first of the features
  that only **the second look** has: what the first look said of the parts around the block, of the blocks before and after
  it, and of those that look alike. Other trees make the final log-odds of the whole row. Means are weighted by the root of
  a block's words. The parts are elements around the block, each with more blocks than the one before.

Units that begin with "log2 of" are log2(1 + n), but for \`copies\` and \`blocksAlike\`, which count the block itself and are
log2(n).
`;

const templateBlockIntroduction = `## Features of a template block

What the detector of template blocks looks at, after "Site-Independent Template-Block Detection" (Kołcz and Yih): each
feature is one number of a block in its page. Blocks are \`div\`, \`td\`, \`li\` and such elements with at least 40 characters
of text and three different words; they may lie in each other.

The paper has three families of features, and wants them rich rather than independent: of a block by itself (from \`words\`
to \`framesShare\`), of a block against the rest of its page (from \`divergence\` to \`digitRatio\`), and of its place on
the page, in the tree and in the source (from \`left\` on). Those that features of a node share their names with are the
same. Of the words of a block, 128 evenly spaced ones are looked at for \`divergence\`, \`differentWords\`,
\`differentShare\`, \`sharedWords\` and \`elsewhere\`. A page does not keep its source: lines are counted in texts, scripts
and comments, and \`htmlBefore\` and \`htmlAfter\` in the page's HTML written anew.

Units that begin with "log2 of" are log2(1 + n), but for \`shape\`; those that begin with "log2," are of a ratio to the rest
of the page, with a little added to both sides.
`;

const segmentIntroduction = `## Features of a part, for segments

What segmentation compares the parts of a page by (\`dehusk segment\`): pieces of what is shown, and the elements around them.
A model has a mean and a spread for each, and a metric that says how much they count, alone and together. Colours are
known of rendered pages only.
`;

const pairIntroduction = `## Features of two parts, for segments

How much two parts differ, in one way each: 0 is not at all, about 1 is much. A logistic model makes of them the chance that
the two are in one segment.
`;

test("docs/reference/features.md lists every feature", async () => {
  const ofNode = describeNodeFeatures();
  const ofBlock = describeBlockFeatures();
  const own = ofBlock.filter(({ name }) => !ofNode.some((other) => other.name === name));
  const parts = [
    introduction,
    nodeIntroduction,
    tableOf(ofNode, "why it tells templates from content"),
    blockIntroduction,
    tableOf(own, "why it tells content from the rest"),
    templateBlockIntroduction,
    tableOf(describeTemplateBlockFeatures(), "why it tells templates from content"),
    segmentIntroduction,
    tableOf(describeSegmentFeatures(), "why it tells segments apart"),
    pairIntroduction,
    tableOf(describeSegmentPairFeatures(), "why it tells segments apart"),
  ];
  await expect(parts.join("\n")).toMatchFileSnapshot("../../../../docs/reference/features.md");
});

function tableOf(features: readonly Feature[], why: string): string {
  const cell = (text: string) => text.replaceAll("|", "\\|");
  const rows = features.map((feature) => `| \`${feature.name}\` | ${cell(feature.unit)} | ${cell(feature.why)} |`);
  return [`| feature | unit | ${why} |`, "|---|---|---|", ...rows, ""].join("\n");
}
