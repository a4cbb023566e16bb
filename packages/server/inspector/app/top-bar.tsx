import type { View } from "./address.ts";
import type { ThemeChoice } from "./theme.ts";

interface TopBarProps {
  readonly view: View;
  /** The available views. */
  readonly views: readonly View[];
  /** Whether there is a page to leave. */
  readonly hasPage: boolean;
  readonly theme: ThemeChoice;
  readonly onView: (view: View) => void;
  readonly onTheme: (choice: ThemeChoice) => void;
  readonly onHome: () => void;
}

const names: Readonly<Record<View, string>> = { inspect: "Inspect", compare: "Compare", sites: "Sites" };
const themes: readonly ThemeChoice[] = ["auto", "light", "dark"];
const themeNames: Readonly<Record<ThemeChoice, string>> = { auto: "System", light: "Light", dark: "Dark" };

/** The bar at the top of every view. */
export function TopBar({ view, views, hasPage, theme, onView, onTheme, onHome }: TopBarProps) {
  return (
    <header class="top-bar">
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <p class="brand">
        <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true">
          <path d="M16 2c8 5 11 11 11 16a11 11 0 0 1-22 0C5 13 8 7 16 2z" class="husk" />
          <path d="M16 11c4 4 6 7 6 10a6 6 0 0 1-12 0c0-3 2-6 6-10z" class="kernel" />
        </svg>
        Dehusk
      </p>
      {views.length > 0 ? (
        <nav aria-label="Views">
          {views.map((one) => (
            <button
              type="button"
              key={one}
              aria-current={one === view ? "page" : undefined}
              onClick={() => onView(one)}
            >
              {names[one]}
            </button>
          ))}
        </nav>
      ) : null}
      <div class="top-end">
        {hasPage ? (
          <button type="button" class="button small" onClick={onHome}>
            Other page
          </button>
        ) : null}
        <label class="theme">
          <span class="unseen">Colour theme</span>
          <select value={theme} onChange={(event) => onTheme(event.currentTarget.value as ThemeChoice)}>
            {themes.map((one) => (
              <option key={one} value={one}>
                {themeNames[one]}
              </option>
            ))}
          </select>
        </label>
      </div>
    </header>
  );
}
