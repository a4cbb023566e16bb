const greek =
  "alpha beta gamma delta varepsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho varsigma sigma tau upsilon " +
  "varphi chi psi omega";

/** Characters with a TeX command, each before its command. Others stay: TeX renderers know them. */
const commands = tableOf(
  "∑sum ∏prod ∫int ∂partial ∇nabla ∞infty ′prime ⟨langle ⟩rangle ‖| {{ }} %% && ## $$ __ ±pm ×times ⋅cdot ≤le ≥ge ≠ne " +
    "≈approx ∈in →to",
);
greek.split(" ").forEach((name, i) => {
  commands.set(String.fromCharCode(0x3b1 + i), name);
  // Capitals that look like those of the Latin alphabet have no command.
  if (/^(?:[gdlpsx]|th|om(?!i))/.test(name))
    commands.set(String.fromCharCode(0x391 + i), name[0].toUpperCase() + name.slice(1));
});

/** Entries of a sign and a name each. */
export function tableOf(entries: string): Map<string, string> {
  return new Map(entries.split(" ").map((entry) => [entry[0], entry.slice(1)]));
}

const functions = /^(?:(?:arc)?(?:sin|cos|tan)h?|log|ln|exp|lim|max|min|sup|inf|det|gcd)$/;

/** Characters as TeX in a formula: commands for special ones, nothing for invisible ones. */
export function texSigns(text: string): string {
  let tex = "";
  for (const sign of text.replace(/[\u2061-\u2064\u200b]/g, "").replace(/−/g, "-")) {
    const command = commands.get(sign);
    // Letters of mathematical alphabets are letters in a font.
    tex = joinTex(
      tex,
      command === undefined ? sign.replace(/[\u{1d400}-\u{1d7ff}]/u, sign.normalize("NFKC")) : `\\${command}`,
    );
  }
  return tex;
}

/** A name or a letter. */
export function texName(text: string, variant: string): string {
  if (functions.test(text)) return `\\${text}`;
  const font = { b: "bf", d: "bb", f: "frak", s: "cal" }[variant[0]];
  if (font !== undefined) return `\\math${font}{${texSigns(text)}}`;
  const isUpright = /^[\p{L}\d]{2,}$/u.test(text) || (variant === "normal" && /^[a-z]$/i.test(text));
  return isUpright ? `\\mathrm{${text}}` : texSigns(text);
}

/** An operator; a binary one has a space on both sides. */
export function texOperator(text: string): string {
  const tex = texName(text, "");
  return /^(?:(?![|~¬∑∏∫-∳∂∇∞∀∃√])\p{Sm}|-)$/u.test(text) ? ` ${tex} ` : tex;
}

/** Words in a formula. */
export function texText(text: string): string {
  if (text.trim() === "") return text === "" ? "" : "\\;";
  return `\\text{${text.replace(/[\\{}]/g, "").replace(/[%&#$_]/g, "\\$&")}}`;
}

/** Appends TeX to other TeX: a letter or digit after a command or a script is separated. */
export function joinTex(before: string, after: string): string {
  const apart = /^[a-z\d]/i.test(after) && /(?:\\[a-z]+|[_^]\w)$/i.test(before.slice(-20));
  return apart ? `${before} ${after}` : before + after;
}
