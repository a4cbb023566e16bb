import { render } from "preact";
import { App } from "./app/app.tsx";
import { ErrorBoundary } from "./app/error-boundary.tsx";
import "./style/base.css";
import "./style/controls.css";
import "./style/start.css";
import "./style/panels.css";
import "./style/inspect.css";
import "./style/views.css";

const root = document.getElementById("app");
if (root !== null) {
  render(
    <ErrorBoundary>
      <App />
    </ErrorBoundary>,
    root,
  );
}
