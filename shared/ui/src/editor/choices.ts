/**
 * What a writer can choose for text. Colours and fonts here travel with the mail to people who do not have this product,
 * so they are plain values and no tokens.
 */

export interface FontChoice {
  readonly id: string
  /** Name in Chinese and in English. */
  readonly zh: string
  readonly en: string
  /** The family with what stands in for it on other systems. */
  readonly family: string
}

export const FONTS: readonly FontChoice[] = [
  {
    id: 'yahei',
    zh: '微软雅黑',
    en: 'Microsoft YaHei',
    family: "'Microsoft YaHei','PingFang SC','Noto Sans CJK SC',sans-serif",
  },
  { id: 'song', zh: '宋体', en: 'SimSun', family: "SimSun,'Songti SC','Noto Serif CJK SC',serif" },
  { id: 'hei', zh: '黑体', en: 'SimHei', family: "SimHei,'Heiti SC','Noto Sans CJK SC',sans-serif" },
  { id: 'kai', zh: '楷体', en: 'KaiTi', family: "KaiTi,'Kaiti SC','AR PL UKai CN',serif" },
  { id: 'fangsong', zh: '仿宋', en: 'FangSong', family: "FangSong,'STFangsong','Noto Serif CJK SC',serif" },
  { id: 'arial', zh: 'Arial', en: 'Arial', family: 'Arial,Helvetica,sans-serif' },
  { id: 'times', zh: 'Times New Roman', en: 'Times New Roman', family: "'Times New Roman',Times,serif" },
  { id: 'courier', zh: 'Courier New', en: 'Courier New', family: "'Courier New',Courier,monospace" },
]

/** The choice a family stands for, by its first name. */
export function fontOf(family: string | null): FontChoice | undefined {
  const first = firstName(family ?? '')
  return first ? FONTS.find((font) => firstName(font.family) === first) : undefined
}

const firstName = (family: string) => (family.split(',')[0] ?? '').replace(/["']/g, '').trim().toLowerCase()

/** In CSS px; the size of text without a choice is among them. */
export const SIZES = ['12px', '14px', '16px', '18px', '20px', '24px', '30px', '36px'] as const
export const DEFAULT_SIZE = '14px'

/** Rows of ten: greys, strong, dark. Each has contrast enough on white to be read. */
export const TEXT_COLORS = [
  ['#000000', '#262626', '#434343', '#595959', '#737373', '#8c1c13', '#7a3e00', '#614700', '#254000', '#00474f'],
  ['#cf1322', '#d4380d', '#d46b08', '#ad6800', '#5b8c00', '#237804', '#006d75', '#0958d9', '#531dab', '#c41d7f'],
] as const

export const HIGHLIGHT_COLORS = [
  ['#fff566', '#ffe58f', '#ffd591', '#ffccc7', '#ffadd2', '#efdbff', '#d6e4ff', '#b5f5ec', '#d9f7be', '#e5e6eb'],
] as const

/** Faces and signs that people at work send each other; a keyboard has the rest. */
export const EMOJI: readonly string[] = [
  ...'😀😄😁😆😅😂🙂😉😊😍😘😋😎🤔🤗😐😏😌😔😢😭😤😡😱😴🤒🤝👍👎👌✌️🤞👏🙏💪👋👀✍️💡🔥⭐✨🎉🎊🎁🎂🌹🌸🍀☀️🌧️⛄☕🍵🍻🧧📅📌📎📈📉📝📧📞💻🚀✅❌⚠️❓❗💯❤️🧡💚💙🇨🇳'.matchAll(
    /\p{RI}{2}|\p{Extended_Pictographic}\ufe0f?/gu,
  ),
].map(([sign]) => sign)
