import { MONEY } from '../summary/facts.ts'
import { type Span, timeSpans, whenOf } from './timeSpans.ts'

/** Time, place, people and money of a request in its own words; '' for what is not sure. */
export interface RequestFacts {
  readonly when: string
  readonly where: string
  readonly who: string
  readonly money: string
  /** What it is about, without those; '' where they cannot be surely parted from it. */
  readonly subject: string
  /** The request as it was written, where there is no `subject`. */
  readonly whole: string
}

/** Stands for a stretch whose meaning is known, so that no name is looked for in it. */
const KNOWN = '\u0000'

const PLACE_ZH = new RegExp(
  String.raw`(?:在|于|到|地点[:：是]?)\s*((?:(?![在于和与请的讨论开举参])[\p{L}\p{N}]){1,14}(?:会议室|报告厅|办公室|大厦|酒店|宾馆|咖啡厅|教室|楼|室|厅))(?=[，。；,.;！!\s${KNOWN}开举讨进参和与见集面召]|$)`,
  'gu',
)
const PLACE_EN =
  /\b(?:in|at)\s+((?:the\s+)?(?:(?:meeting|conference)\s+)?(?:[Rr]oom|[Hh]all|[Oo]ffice|[Bb]uilding|[Hh]otel)\b(?:\s+[A-Z\d][\w-]*)?|(?:the\s+)?(?:[A-Z][\w-]*\s+){1,3}(?:Room|Hall|Office|Building|Hotel))/g

const DOES_ZH = '参加|出席|一起|开会|讨论|负责|跟进|接手|对接'
/** Names begin with one of these; other words in their place (各位, 全体同事) are left where they stand. */
const SURNAMES =
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高梁郑罗宋谢唐韩曹许邓萧肖冯曾程蔡彭潘袁于董余苏叶吕魏蒋田杜丁沈姜范江傅钟卢汪戴崔任陆廖姚方金邱夏谭韦贾邹石熊孟秦阎薛侯雷白龙段郝孔邵史毛常万顾赖武康贺严尹钱施牛洪龚欧'
const NAME_ZH = String.raw`(?:(?:欧阳|司马|诸葛|上官|司徒|东方)|[${SURNAMES}])\p{Script=Han}{1,2}?`
const NAMES_ZH = String.raw`(${NAME_ZH}(?:\s*[、和与,，]\s*${NAME_ZH})*)`
/** After words that only people follow a name may end the clause. */
const INVITED_ZH = new RegExp(
  String.raw`(?:邀请|交给|(?<![自理缘])由(?![于此来])|参会人(?:员)?[:：])\s*${NAMES_ZH}(?=${DOES_ZH}|\s*(?:[，。；！,.;!\n]|$))`,
  'gu',
)
/** After others something that people do has to follow, and nothing may stand before that could be one more name. */
const WITH_ZH = new RegExp(
  String.raw`(?<=^|[，。；,.;\s${KNOWN}]|我|想|需要|安排)(?:与|和|请)\s*${NAMES_ZH}(?=${DOES_ZH})`,
  'gu',
)
const NAME_EN = String.raw`(?!(?:The|A|An|Our|My|I)\b)[A-Z][a-z]+(?:[ -][A-Z][a-z]+){0,2}(?!\w)`
const WHO_EN = new RegExp(
  String.raw`\b(?:with|invite|(?:hand(?:ed|over)?|handover)(?:\s+over)?\s+to)\s+(${NAME_EN}(?:(?:,\s*|,?\s+and\s+)${NAME_EN})*)(?!\s*[A-Z]|\s+(?:Hotel|Room|Hall|Team|Project|Group|Ltd|Inc))`,
  'g',
)
/** A list of people that goes on behind what was read: not all of them are known. */
const GOES_ON = /^\s*(?:[、和与及]|以及|等|,\s*[A-Z]|,?\s+and\s)/u

/** Words by which a request cancels, moves or denies what stands beside them. */
const UNSURE =
  /取消|推迟|延期|提前|改到|改为|改成|调整到|原定|原来|不是|不在|不来|不参加|不能|没有|无法|除|而不|别|以外|\b(?:cancel|postpon|reschedul|chang|mov(?=e|ing))\w*|\b(?:instead|not|no longer|never|except|without|but|original|originally)\b|n't\b/iu

/** Words that only join what is known to the sentence. */
const JOINS =
  /在|于|定于|时间|地点|召开|举行|举办|进行|开会|邀请|请|参会人员?|参加|出席|和|与|一起|为|是|[:：、\s]|\b(?:on|at|in|with|from|the|time|place|invite|and|attend|join)\b/giu

interface Match {
  readonly span: Span
  readonly words: string
}

function matches(masked: string, text: string, patterns: readonly RegExp[]): Match[] {
  return patterns
    .flatMap((pattern) => [...masked.matchAll(pattern)])
    .map((match) => {
      const words = match[1] ?? ''
      const start = match.index + match[0].lastIndexOf(words)
      return { span: { start, end: start + words.length }, words: text.slice(start, start + words.length).trim() }
    })
}

/** A text with stretches made unreadable; it keeps its length. */
function mask(text: string, spans: readonly Span[]): string {
  let masked = text
  for (const { start, end } of spans) masked = masked.slice(0, start) + KNOWN.repeat(end - start) + masked.slice(end)
  return masked
}

/** What was found once; of two different ones neither is stated, because either may be meant. */
const only = (found: readonly Match[]): Match | null => {
  const [first] = found
  return first && found.every(({ words }) => words === first.words) ? first : null
}

const wordsOf = (text: string, span: Span | null): string => (span === null ? '' : text.slice(span.start, span.end))

/**
 * Reads a request for a draft. Every value is a stretch of the request as it was written: ranges stay ranges, and nothing is
 * joined from several places. What could be read in two ways is not read at all, and stands in the draft by the
 * request's own sentence alone.
 */
export function requestFacts(request: string): RequestFacts {
  const text = request.trim()
  const nothing = { when: '', where: '', who: '', money: '', subject: '', whole: text }
  if (UNSURE.test(text)) return nothing
  const times = timeSpans(text)
  const withoutTimes = mask(text, times)
  const places = matches(withoutTimes, text, [PLACE_ZH, PLACE_EN])
  const masked = mask(
    withoutTimes,
    places.map(({ span }) => span),
  )
  const people = matches(masked, text, [INVITED_ZH, WITH_ZH, WHO_EN])
  const amounts = Array.from(text.matchAll(MONEY), (match) => ({
    span: { start: match.index, end: match.index + match[0].length },
    words: match[0].trim(),
  }))
  const when = whenOf(text, times)
  const where = only(places)
  const named = only(people)
  const who = named && !GOES_ON.test(text.slice(named.span.end)) ? named : null
  const known = [when, where?.span, who?.span].filter((span) => span !== null && span !== undefined)
  const subject =
    known.length > 0 &&
    times.length > 0 === (when !== null) &&
    places.length > 0 === (where !== null) &&
    people.length > 0 === (who !== null)
      ? subjectOf(text, known)
      : ''
  return {
    when: wordsOf(text, when),
    where: where?.words ?? '',
    who: who?.words ?? '',
    money: only(amounts)?.words ?? '',
    subject,
    whole: subject === '' ? text : '',
  }
}

/** Words beside which people stand that may not have been read. */
const PEOPLE_LIKELY = /[和与跟请由让、]|\b(?:with|and|by|invite)\b/iu

/** A comma that parts two clauses, not two groups of digits. */
const CLAUSE_END = /[，。；;！!\n]|,(?!\d)|\.(?=\s|$)/u

/**
 * What a request is about: its clauses without those that name nothing but time, place and people. '' where a clause mixes
 * both, or where it has no other.
 */
function subjectOf(text: string, known: readonly Span[]): string {
  const masked = mask(text, known)
  const clauses: string[] = []
  let at = 0
  for (const clause of masked.split(CLAUSE_END)) {
    const words = text.slice(at, at + clause.length).trim()
    at += clause.length + 1
    if (words === '' || clause.replaceAll(KNOWN, '').replaceAll(JOINS, '') === '') continue
    if (clause.includes(KNOWN)) return ''
    if (PEOPLE_LIKELY.test(words)) return ''
    clauses.push(words)
  }
  return clauses.length === 1 ? (clauses[0] ?? '') : ''
}
