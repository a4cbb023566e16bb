import { useRef } from "preact/hooks";

interface FileButtonProps {
  readonly label: string;
  readonly accept: string;
  readonly onFile: (file: File) => void;
  readonly look?: string;
}

/** A button that opens a file chooser. */
export function FileButton({ label, accept, onFile, look = "button" }: FileButtonProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class={look} onClick={() => field.current?.click()}>
        {label}
      </button>
      <input
        ref={field}
        type="file"
        accept={accept}
        hidden
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file !== undefined) onFile(file);
          currentTarget.value = "";
        }}
      />
    </>
  );
}
