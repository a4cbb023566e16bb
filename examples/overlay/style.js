/**
 * Blue is content, orange is template: told apart with any kind of colour blindness. What is important for the host in
 * its own shadow root no style of the page changes.
 */
export const style = `
:host {
  all: initial !important; display: block !important; position: absolute !important; inset: 0 auto auto 0 !important;
  width: 0 !important; height: 0 !important; overflow: visible !important; z-index: 2147483647 !important;
}
* { box-sizing: border-box; }
.heat { position: absolute; inset: 0 auto auto 0; width: 0; height: 0; pointer-events: none; }
.heat i {
  position: absolute;
  background: color-mix(in oklab, #1a5fa8, #d97a1f calc(var(--templateness) * 100%));
  opacity: 0.45;
  border-radius: 2px;
}
.bar {
  position: fixed; inset: auto 12px 12px auto; max-width: calc(100vw - 24px);
  display: flex; flex-wrap: wrap; gap: 6px 10px; align-items: center; padding: 8px 10px;
  font: 14px/1.3 system-ui, sans-serif; color: #1b1b1b; background: #fff;
  border: 1px solid #777; border-radius: 8px; box-shadow: 0 2px 12px #0006;
}
.scale { padding: 2px 8px; border-radius: 4px; color: #fff; background: linear-gradient(90deg, #1a5fa8, #a85600); }
button {
  font: inherit; color: inherit; background: #eee; border: 1px solid #777; border-radius: 5px; padding: 4px 10px;
  min-height: 28px; cursor: pointer;
}
button[aria-pressed="true"] { color: #fff; background: #1a5fa8; border-color: #1a5fa8; }
button:focus-visible, .clean:focus-visible { outline: 3px solid #d97a1f; outline-offset: 1px; }
.clean {
  position: fixed; inset: 0; display: none; overflow: auto; overscroll-behavior: contain; padding: 32px 20px 96px;
  font: 18px/1.55 Georgia, serif; color: #1b1b1b; background: #fdfcf9;
}
.clean-mode .clean { display: block; }
.clean-mode .heat { display: none; }
article { max-width: 42em; margin: 0 auto; overflow-wrap: break-word; }
article h1 { font-size: 1.7em; line-height: 1.2; }
article pre { overflow-x: auto; padding: 12px; background: #f0eee8; font: 15px/1.4 monospace; }
article table { border-collapse: collapse; display: block; overflow-x: auto; }
article td, article th { border: 1px solid #bbb; padding: 4px 8px; text-align: start; }
article canvas { max-width: 100%; height: auto; }
article a { color: #1a5fa8; }
.byline { color: #555; }
.picture { display: inline-block; padding: 2px 8px; border: 1px dashed #888; font-size: 0.85em; color: #555; }
@media (prefers-color-scheme: dark) {
  .bar { color: #eee; background: #222; }
  .bar button { background: #333; }
  .bar button[aria-pressed="true"] { color: #111; background: #6cb4ff; }
  .clean { color: #e6e6e6; background: #191919; }
  article pre { background: #262626; }
  article a { color: #6cb4ff; }
  .byline, .picture { color: #aaa; }
}
`;
