import type { AssistantFact, MailAddress } from '@yanshu/contracts'
import { momentsOf } from './moments.ts'
import type { Sentence } from './sentences.ts'

export const MONEY =
  /(?:[¥￥$€£]|RMB|USD|EUR|CNY|人民币)\s?\d+(?:,\d+)*(?:\.\d+)?(?:\s?[万亿])?|\d+(?:,\d+)*(?:\.\d+)?\s?(?:万元|亿元|元|万(?=[，。；,.\s]|$)|美元|欧元|USD|EUR|RMB|CNY|dollars?|euros?)/gi
const TITLED =
  /[\u4e00-\u9fff](?:总监|总(?![结体部共价额是会计数经监量局之])|经理|主任|处长|局长|老师|工程师|博士|教授|律师)(?![\u4e00-\u9fff]*公司)/g
const ACTION =
  /请|麻烦|务必|需要(?:你|您|各位|大家)|(?:能|可)否|希望(?:你|您)|烦请|盼复|\bplease\b|\bcould you\b|\bcan you\b|\bwould you\b|\bneed you to\b|\blet (?:me|us) know\b|\bmake sure\b|\bkindly\b/i
/** Words that are polite and ask for nothing. */
const POLITE = /^(?:请多关照|请知悉|请查收|谢谢|敬请期待|please find attached)[\p{P}]*$/iu
const EACH_MAX = 8
const LABEL_MAX = 40

const cut = (text: string): string =>
  [...text].length > LABEL_MAX ? `${[...text].slice(0, LABEL_MAX - 1).join('')}…` : text

interface Around {
  /** When the mail was sent, which “tomorrow” is counted from. */
  readonly sentAt: number
  /** Hours that the reader is ahead of UTC. */
  readonly zone: number
  readonly people: readonly MailAddress[]
}

/** Dates, money, people and what is asked for, each with the very words of the mail. */
export function factsOf(sentences: readonly Sentence[], { sentAt, zone, people }: Around): AssistantFact[] {
  const facts = new Map<string, AssistantFact>()
  const add = (fact: AssistantFact) => {
    const key = `${fact.kind} ${fact.at ?? fact.label}`
    const many = [...facts.values()].filter(({ kind }) => kind === fact.kind).length
    if (!facts.has(key) && many < EACH_MAX) facts.set(key, fact)
  }
  for (const { text } of sentences) {
    const moments = momentsOf(text, sentAt, zone)
    for (const { quote, at, due } of moments) add({ kind: 'date', label: quote, quote, at, ...(due ? { due } : {}) })
    for (const [quote] of text.matchAll(MONEY)) add({ kind: 'money', label: quote.trim(), quote: quote.trim() })
    for (const [quote] of text.matchAll(TITLED)) add({ kind: 'person', label: quote, quote })
    for (const { name } of people) {
      if ([...name].length > 1 && text.includes(name)) add({ kind: 'person', label: name, quote: name })
    }
    if (ACTION.test(text) && !POLITE.test(text)) {
      const [first] = moments
      const until = first && { at: first.at, ...(first.due ? { due: true } : {}) }
      add({ kind: 'action', label: cut(text), quote: text, ...until })
    }
  }
  return [...facts.values()]
}
