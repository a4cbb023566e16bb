import { Fragment } from "preact";
import type { Comparison } from "../engine/messages.ts";

/** The texts kept by two settings, with the words that only one of them keeps marked. */
export function WordDifference({ difference }: { readonly difference: Comparison }) {
  const { runs, onlyA, onlyB, cut } = difference;
  if (onlyA + onlyB === 0) return <p>Both keep the same words.</p>;
  return (
    <>
      <p class="hint">
        <del>only A</del> <ins>only B</ins>, the rest is kept by both.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard. */}
      <section class="word-difference" tabIndex={0} dir="auto" aria-label="Texts of A and B">
        {runs.map(({ who, gap, text, rest }, i) => {
          const Mark = who === "a" ? "del" : who === "b" ? "ins" : "span";
          return (
            <Fragment key={i}>
              {gap}
              <Mark>
                {text}
                {rest === undefined ? null : (
                  <>
                    <span class="skipped">[… {rest.skipped.toLocaleString("en")} words …]</span>
                    {rest.text}
                  </>
                )}
              </Mark>
            </Fragment>
          );
        })}
      </section>
      {cut ? <p class="hint">The rest is omitted.</p> : null}
    </>
  );
}
