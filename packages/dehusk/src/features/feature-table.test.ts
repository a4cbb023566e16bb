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

The numbers that the models see. \`packages/dehusk/src/features\` computes all of them from running sums over the page, so a row costs the same for a
word as for the whole page. A model names the features it needs, in order; a model that needs others is refused.

Generated from the code by \`npm run docs\`.
`;

const nodeIntroduction = `## Features of a node

What the page-level model sees: one number per feature and node.

The model (\`models/page-level.json\`, or one from \`dehusk train\`) scales each number by its quantiles: its file has up to 17 knots per feature that divide
the training values into equal shares, and a value becomes its position among the knots, from 0 to 1, interpolated. So counts and shares weigh alike, and
outliers do no harm. A logistic regression per range of node areas (four) turns the scaled values into a score.

Where a page-level model decides, \`dehusk extract --explain\` names these features with the reasons below.

Units that begin with "log2 of" are log2(1 + n), except \`shape\`, the plain logarithm of a ratio.
`;

const blockIntroduction = `## Features of a block

What the content model sees (\`models/default.json\`, or one from \`dehusk train --default\`): one number per feature and block of text (paragraph, heading,
item, cell). Boosted trees compare numbers with thresholds, so nothing is scaled.

A row begins with the node features above that need no layout (all but \`left\` to \`shape\`), of the smallest block-level element that holds the whole block,
or of the outermost one that shows no more. The features of the block itself follow. \`dehusk extract --explain\` says in sentences which of them mattered most.

- **Lexicons**: the model's file has, by hash, the log-odds of content for words in names (\`class\`, \`id\`, \`role\`, \`itemprop\`, \`itemtype\`) and in texts, each
  counted once per training host; and for names, the log-odds of comments, posts and reviews. Features that begin with \`name\` and \`word\` sum them up over a
  block's first 24 words. Unknown words weigh 0.
- **The first look** is the log-odds from trees over all of these, for each block alone. **The second look** also sees the first look's scores for the parts
  around the block, the blocks before and after it, and similar blocks; other trees compute the final log-odds. Means are weighted by the root of a
  block's words. Parts are elements around the block, each with more blocks than the one before.

Units that begin with "log2 of" are log2(1 + n), except \`copies\` and \`blocksAlike\`, which count the block itself: log2(n).
`;

const templateBlockIntroduction = `## Features of a template block

What the template-block detector sees, after *Site-Independent Template-Block Detection* (Kołcz and Yih): one number per feature and block. Blocks are \`div\`,
\`td\`, \`li\` and similar elements with at least 40 characters of text and three different words; they may nest.

The paper has three families of features: of a block by itself (\`words\` to \`framesShare\`), against the rest of its page (\`divergence\` to \`digitRatio\`), and of
its place on the page, in the tree and in the source (\`left\` to the end). Features with the same name as a node feature are the same. \`divergence\`,
\`differentWords\`, \`differentShare\`, \`sharedWords\` and \`elsewhere\` use 128 evenly spaced words of a block. A page does not keep its source, so lines are counted
in texts, scripts and comments, and \`htmlBefore\` and \`htmlAfter\` in rewritten HTML.

Units that begin with "log2 of" are log2(1 + n), except \`shape\`; those that begin with "log2," are smoothed ratios to the rest of the page.
`;

const segmentIntroduction = `## Features of a part, for segments

What segmentation (\`dehusk segment\`) compares parts by: visible pieces and the elements around them. A model has a mean and a spread for each feature, and a
metric that weighs them, alone and together. Colours are known for rendered pages only.
`;

const pairIntroduction = `## Features of two parts, for segments

How much two parts differ in one respect each: 0 is not at all, about 1 is a lot. A logistic model turns them into the probability that both are in one
segment.
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
