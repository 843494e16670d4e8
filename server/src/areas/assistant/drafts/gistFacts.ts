import type { Language } from '@yanshu/contracts'
import { factsOf } from '../summary/facts.ts'
import { sentencesOf } from '../summary/sentences.ts'

/** What a gist says of time, place, people and money; '' for what it does not. */
export interface GistFacts {
  readonly when: string
  readonly where: string
  readonly who: string
  readonly money: string
}

const PLACE_ZH = /(?:在|地点[:：是]?)\s*([\p{L}\p{N}]{1,16}?(?:会议室|报告厅|办公室|大厦|酒店|楼|室|厅|咖啡厅))/u
const PLACE_EN =
  /\b(?:in|at) ((?:the )?(?:meeting |conference )?(?:room|hall|office|building|hotel)\b(?: [\w-]+)?|[A-Z][\w ]{1,20}(?:Room|Hall|Office|Hotel))/
const NAMES_ZH = String.raw`(?!尽快|尽早|及时|务必|协助|帮忙|[一二两三四五六七八九十半]+[天日周个次小])([\p{Script=Han}]{2,4}?(?:(?:、|和|,|，)[\p{Script=Han}]{2,4}?)*)`
const DOES_ZH = '参加|一起|开会|讨论|负责|跟进|接手'
/** After words that only people follow a name may end the clause; after others something that people do has to follow. */
const WHO_ZH = new RegExp(
  `(?:邀请|交给|由|参会人(?:员)?[:：])\\s*${NAMES_ZH}(?=${DOES_ZH}|[，。；,.]|$)|(?:与|和|请)\\s*${NAMES_ZH}(?=${DOES_ZH})`,
  'u',
)
const WHO_EN = /\b(?:with|to|invite) ((?:[A-Z][a-z]+(?: [A-Z][a-z]+)?)(?:(?:, | and )[A-Z][a-z]+(?: [A-Z][a-z]+)?)*)/
const SPAN_ZH = /(?:\d{1,2}\s*月\s*)?\d{1,2}\s*[日号]?\s*(?:到|至|~|-|—)\s*(?:\d{1,2}\s*月\s*)?\d{1,2}\s*[日号]/
const SPAN_EN =
  /\b(?:from )?((?:\d{1,2} )?[A-Z][a-z]+(?: \d{1,2})? (?:to|until|-) (?:\d{1,2} )?[A-Z]?[a-z]*(?: ?\d{1,2})?)\b/

export function gistFacts(gist: string, language: Language, now: number, zone: number): GistFacts {
  const facts = factsOf(sentencesOf(gist), { sentAt: now, zone, people: [] })
  const said = (kind: 'date' | 'money' | 'person') =>
    facts.filter((fact) => fact.kind === kind).map(({ quote }) => quote)
  const zh = language === 'zh'
  const joined = (words: readonly string[]) => words.join(zh ? '、' : ', ')
  const named = (zh ? WHO_ZH : WHO_EN).exec(gist)
  const span = zh ? SPAN_ZH.exec(gist)?.[0] : SPAN_EN.exec(gist)?.[1]
  return {
    when: span && /\d/.test(span) ? span.trim() : joined(said('date')),
    where: (zh ? PLACE_ZH : PLACE_EN).exec(gist)?.[1]?.trim() ?? '',
    who: named?.[1]?.trim() ?? named?.[2]?.trim() ?? joined(said('person')),
    money: joined(said('money')),
  }
}
