import { HALF, MONTH_EN, WEEK, WEEKDAY, WEEKDAY_EN } from '@yanshu/contracts/days'

/** A stretch of a text, from `start` up to before `end`, in UTF-16 units. */
export interface Span {
  readonly start: number
  readonly end: number
}

const NUM = String.raw`(?:\d{1,4}|[零〇一二两三四五六七八九十]{1,3})`
const PART_ZH = `(?:${HALF})`
const WEEKDAY_ZH = `(?:下下|下|本|这|上|每)?个?${WEEK}(?:${WEEKDAY}|末)(?![次回遍轮])`
const DAY_ZH = [
  String.raw`(?:\d{4}\s*年\s*)?${NUM}\s*月\s*${NUM}\s*[日号]`,
  String.raw`\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?!\d)`,
  `(?:本|下个?|这个)月${NUM}[日号]`,
  WEEKDAY_ZH,
  '(?:大后天|后天|今天|明天|今晚|明晚|明早|今早)',
  '(?<!\\d)\\d{1,2}\\s*[日号](?![楼线店门会厅馆机型室内])',
].join('|')
const CLOCK_ZH = String.raw`(?:(?<!以下|下面|以上|这|那|第|有|共)${PART_ZH}?\s*${NUM}\s*[点时](?![间候])(?:半|一刻|三刻|整|钟|\d{1,2}分?|[零〇一二三四五六七八九十]{1,3}分)?(?!\s*(?:建议|意见|要求|原因))|${PART_ZH}?\s*\d{1,2}[:：]\d{2}(?!\d))`
const MOMENT_ZH = String.raw`(?:(?:${DAY_ZH})(?:[（(](?:周|星期)[一二三四五六日天][)）])?\s*(?:${CLOCK_ZH}|${PART_ZH})?|${CLOCK_ZH})`
const TO_ZH = String.raw`\s*(?:到|至|~|～|—+|–|-)\s*`
/** What may follow a moment and changes what it means. */
const BOUND_ZH = '(?:之前|以前|之后|以后|前(?![台往端期])|后(?![勤天续端])|起(?![草来])|左右)?'
const RANGE_ZH = new RegExp(`(?:从|自)?${MOMENT_ZH}(?:${TO_ZH}(?:${MOMENT_ZH}|${PART_ZH}))?${BOUND_ZH}`, 'gu')
/** The beginning of a range by the number alone: 12月7到9日, 3到5号. */
const SHORT_RANGE_ZH = new RegExp(
  `(?:从|自)?(?:${NUM}\\s*月\\s*)?${NUM}\\s*[日号]?${TO_ZH}(?:${NUM}\\s*月\\s*)?${NUM}\\s*[日号]${BOUND_ZH}|${PART_ZH}?\\s*${NUM}\\s*[点时]?${TO_ZH}${PART_ZH}?\\s*${NUM}\\s*[点时](?![间候])半?${BOUND_ZH}|(?:下下|下|本|这)?个?${WEEK}${WEEKDAY}${TO_ZH}${WEEKDAY}(?![月年])${BOUND_ZH}`,
  'gu',
)

const ORDINAL = String.raw`\d{1,2}(?:st|nd|rd|th)?`
const DAY_EN = [
  String.raw`${ORDINAL}\s+(?:of\s+)?${MONTH_EN}(?:,?\s+\d{4})?`,
  String.raw`${MONTH_EN}\s+${ORDINAL}(?!\d)(?:,?\s+\d{4})?`,
  String.raw`\d{4}-\d{1,2}-\d{1,2}`,
  `(?:(?:next|this|last)\\s+)?${WEEKDAY_EN}`,
  '(?:today|tomorrow|tonight|(?:next|this)\\s+(?:week|month))',
].join('|')
const CLOCK_EN = String.raw`(?:\d{1,2}(?:[:.]\d{2})?\s*(?:am|pm|a\.m\.|p\.m\.|o'clock)|\d{1,2}:\d{2}|noon|midnight)`
const HALF_EN = '(?:in\\s+the\\s+(?:morning|afternoon|evening)|morning|afternoon|evening)'
const MOMENT_EN = String.raw`(?:(?:${DAY_EN})(?:,?\s+(?:at\s+)?${CLOCK_EN}|\s+${HALF_EN})?|${CLOCK_EN}(?:\s+${HALF_EN})?(?:,?\s+on\s+(?:${DAY_EN}))?)`
const TO_EN = String.raw`\s*(?:\bto\b|\buntil\b|\btill\b|\bthrough\b|\band\b|–|-)\s*`
const RANGE_EN = new RegExp(
  String.raw`\b(?:(?:from|between)\s+)?(?:${ORDINAL}\s*(?:to|–|-)\s*)?${MOMENT_EN}(?:\s*(?:\bto\b|\buntil\b|\btill\b|\bthrough\b|–|-)\s*(?:${MOMENT_EN}|${ORDINAL}(?!\d)))?(?![\p{L}\d])`,
  'giu',
)
const BETWEEN_EN = new RegExp(String.raw`\bbetween\s+${MOMENT_EN}${TO_EN}${MOMENT_EN}`, 'giu')
const FROM_NUMBER_EN = new RegExp(
  String.raw`\b(?:from\s+)?\d{1,2}(?::\d{2})?\s*(?:to|until|till|–|-)\s*${CLOCK_EN}(?:,?\s+on\s+(?:${DAY_EN}))?`,
  'giu',
)

/** Between two times that are named together. */
const LISTED = /^\s*(?:[、和及]|或者?|以及|,?\s*(?:and|or)\s|,)\s*$/iu

/** Spans without those that lie in another one; those that touch or overlap are one. */
function merged(spans: readonly Span[], text: string): Span[] {
  const kept: { start: number; end: number }[] = []
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1)
    if (last && text.slice(last.end, Math.max(last.end, start)).trim() === '') last.end = Math.max(last.end, end)
    else kept.push({ start, end })
  }
  return kept
}

const found = (text: string, patterns: readonly RegExp[]): Span[] =>
  patterns.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), (match) => ({ start: match.index, end: match.index + match[0].length })),
  )

/** The times that a text names: days, hours and ranges of both, each as far as it was written. */
export function timeSpans(text: string): Span[] {
  const chinese = found(text, [RANGE_ZH, SHORT_RANGE_ZH])
  const english = found(text, [RANGE_EN, BETWEEN_EN, FROM_NUMBER_EN])
  return merged([...chinese, ...english], text).map(({ start, end }) => {
    const words = text.slice(start, end)
    return {
      start: start + words.length - words.trimStart().length,
      end: end - (words.length - words.trimEnd().length),
    }
  })
}

/**
 * The words of a text about when: of one time, or of several that are named together. Null where it names none, and where
 * it names several of which each belongs to something else.
 */
export function whenOf(text: string, spans: readonly Span[]): Span | null {
  const [first] = spans
  const last = spans.at(-1)
  if (!first || !last) return null
  const apart = spans.slice(1).some(({ start }, at) => !LISTED.test(text.slice(spans[at]?.end ?? 0, start)))
  return apart ? null : { start: first.start, end: last.end }
}
