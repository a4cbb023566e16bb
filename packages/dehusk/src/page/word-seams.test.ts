import { expect, test } from "vitest";
import { parse } from "./parse.ts";

test.each([
  ["<span>4 beds</span><span>2 baths</span>", "4 beds 2 baths"],
  ["<span class=label>Price</span><b>€74</b>", "Price €74"],
  ["<span>Speed</span><span><span>Normal</span></span>", "Speed Normal"],
  ["<span>LIVE</span><span>Breaking news</span>", "LIVE Breaking news"],
  ["<b>Time:</b><span>20 min</span>", "Time: 20 min"],
  ["<b>Carol Vance</b><i>Director</i>", "Carol Vance Director"],
  ["<span>It is done.</span><span>Next</span>", "It is done. Next"],
  ["<cite>Carol Vance<span>Head of the mill</span></cite>", "Carol Vance Head of the mill"],
  ["<i class=amount>2</i><i class=name>eggs</i>", "2 eggs"],
  ["<i class=amount>1 cup</i><i class=name>flour</i>", "1 cup flour"],
  ['<div style="display: flex"><span>rain</span><span>wind</span></div>', "rain wind"],
  ['<div class="flex gap-2"><span>rain</span><span>wind</span></div>', "rain wind"],
])("words of two elements are parted: %s", (html, text) => {
  expect(parse(html).text).toBe(text);
});

test.each([
  ["<b>W</b>ord", "Word"],
  ["<span class=dropcap>T</span><span>he end</span>", "The end"],
  ["<i>H</i><i>e</i><i>l</i><i>l</i><i>o</i>", "Hello"],
  ["<span>Mac</span><wbr><span>Donald</span>", "MacDonald"],
  ["Java<b>Script</b>", "JavaScript"],
  ["<i>Open</i><b>BSD</b>", "OpenBSD"],
  ["<span class=module>codecs.</span><span class=name>Codec</span>", "codecs.Codec"],
  ["<b>half</b><b>time</b>", "halftime"],
  ["<i>CO</i><sub>2</sub>", "CO2"],
  ["<i>Acme</i><sup>TM</sup>", "AcmeTM"],
  ["<code><span>get</span><span>Name</span></code>", "getName"],
  ["<span>12:</span><span>30</span>", "12:30"],
  ["<span>19</span><span>90</span>", "1990"],
  ["<i class=day>21</i><i class=end>st</i>", "21st"],
  ["<i class=part>1st</i><i class=part>born</i>", "1stborn"],
])("a word stays whole: %s", (html, text) => {
  expect(parse(html).text).toBe(text);
});
