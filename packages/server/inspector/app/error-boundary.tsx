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
        <button type="button" onClick={() => location.reload()}>
          Start again
        </button>
      </main>
    );
  }
}
