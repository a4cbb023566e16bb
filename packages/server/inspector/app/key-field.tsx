import { useId } from "preact/hooks";
import type { Service } from "./service.ts";

/** The API key, if the server requires one; kept while the window is open. */
export function KeyField({ service, onKey }: { readonly service: Service; readonly onKey?: () => void }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>API key of this server</label>
      <input
        id={id}
        type="password"
        autocomplete="off"
        onChange={(event) => {
          service.key = event.currentTarget.value;
          onKey?.();
        }}
      />
    </div>
  );
}
