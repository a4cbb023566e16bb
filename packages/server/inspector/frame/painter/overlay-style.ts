/** Style of outlines, the selected and the hovered node: lines with a light edge, visible on any background. */
export const overlayStyle = `
div>div{position:absolute;left:0;top:0;box-sizing:border-box;border-radius:2px}
.section{border:2px solid #5b21b6;box-shadow:0 0 0 1px #fffc,inset 0 0 0 1px #fffc}
.segment{border:2px dashed #0f766e;box-shadow:0 0 0 1px #fffc,inset 0 0 0 1px #fffc}
.hovered{outline:2px solid #1d1f23;box-shadow:0 0 0 3px #fff;background:#1d1f2314}
.pointed{outline:3px solid #b45309;outline-offset:1px;box-shadow:0 0 0 6px #fffd;background:#f59e0b33}
.selected{outline:3px solid #c2185b;outline-offset:1px;box-shadow:0 0 0 6px #fffd;background:#c2185b14}
span{position:absolute;right:var(--in);top:var(--down);max-width:100%;box-sizing:border-box;padding:1px 6px;overflow:hidden;
white-space:nowrap;text-overflow:ellipsis;font:600 12px/18px system-ui,sans-serif;color:#fff}
.section span{background:#5b21b6}
.segment span{background:#0f766e}
`;
