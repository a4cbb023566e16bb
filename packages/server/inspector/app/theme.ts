import { levelColours } from "dehusk/internal/drawing";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";

export type Scheme = "light" | "dark";

/** The user's choice; `auto` follows the system. */
export type ThemeChoice = "auto" | Scheme;

const key = "dehusk-theme";
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

/** The theme: chosen or the system's, remembered, and set on the document with the colours of templateness. */
export function useTheme(): { choice: ThemeChoice; scheme: Scheme; choose: (choice: ThemeChoice) => void } {
  const [choice, setChoice] = useState<ThemeChoice>(remembered);
  const [system, setSystem] = useState<Scheme>(systemIsDark.matches ? "dark" : "light");
  useEffect(() => {
    const follow = (): void => setSystem(systemIsDark.matches ? "dark" : "light");
    systemIsDark.addEventListener("change", follow);
    return () => systemIsDark.removeEventListener("change", follow);
  }, []);
  const scheme = choice === "auto" ? system : choice;
  useLayoutEffect(() => {
    const { dataset, style } = document.documentElement;
    dataset["theme"] = scheme;
    for (const [level, colour] of levelColours[scheme].entries()) style.setProperty(`--level-${level}`, colour);
  }, [scheme]);
  function choose(next: ThemeChoice): void {
    setChoice(next);
    try {
      localStorage.setItem(key, next);
    } catch {
      // If storage is blocked, the choice lasts as long as the window.
    }
  }
  return { choice, scheme, choose };
}

function remembered(): ThemeChoice {
  try {
    const found = localStorage.getItem(key);
    return found === "light" || found === "dark" ? found : "auto";
  } catch {
    return "auto";
  }
}
