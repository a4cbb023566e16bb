import { Component, type ComponentChildren } from "preact";

interface Props {
  readonly children: ComponentChildren;
}

interface State {
  readonly error: unknown;
}

/** Shows what went wrong where a part of the inspector fails, in place of a blank page. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined };

  static override getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render({ children }: Props, { error }: State) {
    if (error === undefined) return children;
    return (
      <main class="failure" aria-live="assertive">
        <h1>The inspector cannot show this page</h1>
        <p>{error instanceof Error ? error.message : String(error)}</p>
        <p>
          Start again leaves this page, and the inspector as it was first opened. If it happens again with the same
          page, it is a bug that we would like to know of.
        </p>
        <button type="button" class="button" onClick={startAgain}>
          Start again
        </button>
      </main>
    );
  }
}

/** Opening the same page again would fail again. */
function startAgain(): void {
  history.replaceState({ page: null }, "", location.pathname + location.search);
  location.reload();
}
