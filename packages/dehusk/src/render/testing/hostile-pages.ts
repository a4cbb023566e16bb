import { deflateSync } from "node:zlib";

/** Pages that ask for things at `at`, such as "http://127.0.0.1:8000", without scripts. */
export function askingPages(at: string): Record<string, string> {
  const host = at.replace("http://", "");
  return {
    pictures: `<img src=${at}/1><img srcset="${at}/2 1x, ${at}/3 2x"><picture><source srcset=${at}/4><img src=${at}/5></picture>
      <input type=image src=${at}/6><body background=${at}/7><table background=${at}/8><svg><image href=${at}/9 />
      <use href=${at}/10#a /><feImage href=${at}/11 /></svg><video poster=${at}/12></video>`,
    media: `<video src=${at}/1 autoplay></video><audio src=${at}/2 autoplay preload=auto></audio><video autoplay muted>
      <source src=${at}/3><track default src=${at}/4></video>`,
    "style sheets": `<link rel=stylesheet href=${at}/1><style>@import "${at}/2"; @import url(//${host}/3);
      @font-face{font-family:f;src:url(${at}/4)}p{font-family:f;background:url(${at}/5);cursor:url(${at}/6),auto;
      list-style-image:url(${at}/7);border-image:url(${at}/8) 1;mask:url(${at}/9);filter:url(${at}/10#x);
      shape-outside:url(${at}/11);float:left}p::before{content:url(${at}/12)}body{background:image-set(url(${at}/13) 1x)}
      </style><p style="background:url(${at}/14)">x`,
    hints: [
      "dns-prefetch",
      "preconnect",
      "prefetch",
      "prerender",
      "preload",
      "modulepreload",
      "icon",
      "manifest",
      "next",
    ]
      .map((rel) => `<link rel=${rel} href=${at}/${rel} as=style>`)
      .join(""),
    "hints by name": `<link rel=preconnect href=http://localhost:${host.split(":")[1]}><link rel=dns-prefetch href=//x.localhost>
      <link rel=preconnect href=http://[::1]:${host.split(":")[1]}><meta http-equiv=x-dns-prefetch-control content=on>
      <a href=http://localhost:${host.split(":")[1]}/>x</a>`,
    frames: `<iframe src=${at}/1></iframe><iframe srcdoc="<img src=${at}/2><iframe src=${at}/3></iframe>"></iframe>
      <object data=${at}/4></object><embed src=${at}/5><object type=text/html data=${at}/6>x</object>
      <iframe src="data:text/html,<img src=${at}/7>"></iframe><iframe src=file:///etc/hosts></iframe>`,
    frameset: `<frameset cols=50%,50%><frame src=${at}/1><frame src=file:///etc/hosts></frameset>`,
    refresh: `<meta http-equiv=refresh content="0;url=${at}/1"><p>stays`,
    "refresh to a private address": `<meta http-equiv=refresh content="0;url=http://169.254.169.254/latest"><p>stays`,
    "refresh to nothing": `<meta http-equiv=refresh content="0;url=about:blank"><p>stays`,
    "base and form": `<base href=${at}/><img src=a><form action=b><input autofocus><button autofocus>x</button></form>`,
    "old scripts": `<script src=${at}/1></script><body onload="fetch('${at}/2')"><img src=x onerror="fetch('${at}/3')">
      <a href=x ping=${at}/4>x</a><svg onload="fetch('${at}/5')"></svg>`,
    "a policy that reports": `<meta http-equiv=Content-Security-Policy content="img-src 'none'; report-uri ${at}/1">
      <img src=x.png><p>x`,
    "rules to speculate by": `<script type=speculationrules>{"prefetch":[{"source":"list","urls":["${at}/1"],"eagerness":"immediate"}],
      "prerender":[{"source":"list","urls":["${at}/2"],"eagerness":"immediate"}]}</script><p>x`,
  };
}

/** Scripts that try to get out to `at`. */
export function reachingScripts(at: string): Record<string, string> {
  const host = at.replace("http://", "");
  return {
    fetch: `fetch("${at}/1"); fetch("${at}/2", {method: "POST", body: "x", mode: "no-cors", keepalive: true})`,
    xhr: `const x = new XMLHttpRequest(); x.open("GET", "${at}/1"); x.send()`,
    "xhr that waits": `const x = new XMLHttpRequest(); x.open("GET", "${at}/1", false); x.send()`,
    sockets: `new WebSocket("ws://${host}/1"); new EventSource("${at}/2"); new WebTransport("https://${host}/3")`,
    beacon: `navigator.sendBeacon("${at}/1", "x"); addEventListener("pagehide", () => navigator.sendBeacon("${at}/2"))`,
    "beacon in a frame": `const f = document.createElement("iframe"); document.body.append(f);
      f.contentWindow.navigator.sendBeacon("${at}/1"); new f.contentWindow.WebSocket("ws://${host}/2");
      f.contentWindow.fetch("${at}/3")`,
    peers: `const p = new RTCPeerConnection({iceServers: [{urls: "stun:${host}"},
      {urls: "turn:${host}?transport=tcp", username: "u", credential: "c"}]});
      p.createDataChannel("x"); p.createOffer().then((o) => p.setLocalDescription(o))`,
    workers: `new Worker(URL.createObjectURL(new Blob(["fetch('${at}/1')"]))); new SharedWorker("data:,fetch('${at}/2')");
      navigator.serviceWorker.register("${at}/3")`,
    windows: `open("${at}/1"); open("about:blank").location = "${at}/2"; const a = document.createElement("a");
      a.href = "${at}/3"; a.target = "_blank"; document.body.append(a); a.click()`,
    "going away": `location = "${at}/1"`,
    reloading: "location.reload()",
    form: `document.body.innerHTML = '<form method=post action="${at}/1"><input name=a></form>'; document.forms[0].submit()`,
    downloads: `const a = document.createElement("a"); a.download = "x.bin"; a.href = "${at}/1"; document.body.append(a);
      a.click(); a.href = URL.createObjectURL(new Blob(["x"])); a.click(); a.href = "data:application/octet-stream,x"; a.click()`,
    dialogs: `alert(1); confirm(2); prompt(3); print(); addEventListener("beforeunload", (e) => e.preventDefault());
      document.body.innerHTML = "<dialog>x</dialog>"; document.querySelector("dialog").showModal()`,
    imports: `import("${at}/1").catch(() => {}); const l = document.createElement("link"); l.rel = "preconnect";
      l.href = "${at}"; document.head.append(l); new Image().src = "${at}/2"; document.write("<script src=${at}/3></" + "script>")`,
    permissions: `navigator.geolocation.getCurrentPosition(() => {}); Notification.requestPermission();
      navigator.mediaDevices?.getUserMedia({audio: true}); document.body.requestFullscreen?.()`,
  };
}

/** Scripts that do not end or eat all they can. */
export const greedyScripts: Readonly<Record<string, string>> = {
  "a loop": "for (;;);",
  "a loop after loading": "onload = () => setTimeout(() => { for (;;); })",
  "a loop of dialogs": "for (;;) alert(1)",
  "promises without end": "const f = () => Promise.resolve().then(f); f()",
  "a page that never stops being written": 'for (;;) document.write("<p>more")',
  "frames in frames": "for (let i = 0; i < 10000; i++) document.write(\"<iframe srcdoc='<p>x'></iframe>\")",
  "going away again and again": 'setInterval(() => { location.href = "http://127.0.0.1:1/" + Math.random() }, 1)',
  memory: "const a = []; for (;;) a.push(new Array(1e6).fill(a.length))",
};

/** Pages that are large in some way, without scripts. */
export function hugePages(): Record<string, string> {
  return {
    "huge pictures": `<img width=1000000000 height=1000000000><img style="width:1e30px;height:1e30px" src=x>
      <img src='data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="1e9" height="1e9"/>'><canvas width=1e9 height=1e9>`,
    "a picture that unpacks to a gigabyte": `<img src="data:image/png;base64,${blackPng(32_000).toString("base64")}">`,
    "deep nesting": `${"<div>".repeat(20_000)}x`,
    "tables in tables": `${"<table><tr><td>".repeat(150)}x`,
    "flexes in flexes": `${'<div style="display:flex;flex-direction:column"><div style="display:grid">'.repeat(60)}x`,
    "a long attribute": `<p title="${"x".repeat(5_000_000)}">x`,
    "many attributes": `<p ${Array.from({ length: 20_000 }, (_, i) => `a${i}=${i}`).join(" ")}>x`,
    "many rules": `<style>${Array.from({ length: 20_000 }, (_, i) => `div:has(p:nth-child(${i})) ~ p{top:${i}px}`).join("")}</style>${"<div><p>x</p></div>".repeat(300)}`,
    "many selectors": `<style>${"* ".repeat(2_000)}{color:red}</style>${"<div>".repeat(400)}x`,
    "styles that grow": `<style>:root{${Array.from({ length: 40 }, (_, i) => `--a${i + 1}:var(--a${i}) var(--a${i});`).join("")}--a0:x}p::before{content:var(--a40)}</style><p>x`,
  };
}

/** A black square as a PNG. */
function blackPng(side: number): Buffer {
  const chunk = (name: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((side / 8 + 1) * side);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function crc32(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
