import { useState } from "preact/hooks";
import { useAnnounce } from "./announcer.tsx";

interface CopyButtonProps {
  /** What is copied, e.g. "Markdown". */
  readonly what: string;
  readonly text: string | undefined;
  readonly look?: string;
}

/** Copies a text, and says so. */
export function CopyButton({ what, text, look = "button" }: CopyButtonProps) {
  const announce = useAnnounce();
  const [note, setNote] = useState("");

  async function copy(): Promise<void> {
    const isDone = await copyText(text ?? "");
    setNote(isDone ? "Copied" : "Not copied");
    announce(isDone ? `${what} copied` : `${what} could not be copied: the browser does not allow it`);
    setTimeout(() => setNote(""), 2000);
  }

  return (
    <button type="button" class={look} disabled={text === undefined} onClick={copy}>
      {note === "" ? `Copy ${what}` : note}
    </button>
  );
}

/** Without a clipboard, as on pages without https, falls back to copying from a hidden field. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    field.className = "unseen";
    field.setAttribute("aria-hidden", "true");
    const focused = document.activeElement;
    document.body.append(field);
    field.select();
    const isDone = document.execCommand("copy");
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
    return isDone;
  }
}
