/**
 * Smooths one tree and prints, as JSON, by how many bytes the largest resident memory grew. A process of its own, since
 * that figure never falls.
 *
 * Usage: node smooth-memory.mjs dom|chain SIZE
 */

import { smoothScores } from "dehusk";
import { chain, domShaped } from "./smoothing-trees.mjs";

const [shape, size] = process.argv.slice(2);
const make = (nodes) => (shape === "chain" ? chain(nodes, 0.1) : domShaped(nodes));
const problem = make(Number(size));
// The compiler's memory is not the tree's.
for (let i = 0; i < 20; i++) smoothScores(make(2000));
const before = process.resourceUsage().maxRSS;
smoothScores(problem);
process.stdout.write(`${JSON.stringify({ bytes: (process.resourceUsage().maxRSS - before) * 1024 })}\n`);
