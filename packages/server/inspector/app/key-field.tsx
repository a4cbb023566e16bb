import { useId } from "preact/hooks";
import type { Service } from "./service.ts";

/** Where a server wants a key: it is kept as long as the window is open. */
export function KeyField({ service, onKey }: { readonly service: Service; readonly onKey?: () => void }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>Key of this server</label>
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
