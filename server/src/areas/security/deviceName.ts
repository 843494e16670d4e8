/** Browsers by their marks, the more special first: what is built on Chrome names Chrome as well. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/wxwork/i, '企业微信'],
  [/DingTalk/i, '钉钉'],
  [/Lark|Feishu/i, '飞书'],
  [/MicroMessenger/i, '微信'],
  [/QQBrowser/i, 'QQ 浏览器'],
  [/\bQQ\//, 'QQ'],
  [/360(?:SE|EE)|QihooBrowser|QHBrowser/i, '360 浏览器'],
  [/MetaSr|SogouMobileBrowser/i, '搜狗浏览器'],
  [/UCBrowser|UCWEB/i, 'UC 浏览器'],
  [/HuaweiBrowser/i, '华为浏览器'],
  [/ArkWeb/i, 'ArkWeb'],
  [/MiuiBrowser/i, '小米浏览器'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Thunderbird/, 'Thunderbird'],
  [/DAVx5/i, 'DAVx5'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/HarmonyOS|OpenHarmony/i, 'HarmonyOS'],
  [/Windows/, 'Windows'],
  [/iPhone|iOS/, 'iOS'],
  [/iPad/, 'iPadOS'],
  [/Android/, 'Android'],
  [/Macintosh|Mac OS X|macOS/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/UOS|Kylin|Linux|X11/, 'Linux'],
]

/** Program and system of a User-Agent, `Chrome · Windows`; of an unknown one its first word, '' when it has none. */
export function deviceName(userAgent: string): string {
  const find = (marks: typeof BROWSERS) => marks.find(([mark]) => mark.test(userAgent))?.[1]
  const named = [find(BROWSERS), find(SYSTEMS)].filter((name) => name !== undefined)
  return named.length > 0 ? named.join(' · ') : (/^[\w.+-]{1,40}/.exec(userAgent)?.[0] ?? '')
}
