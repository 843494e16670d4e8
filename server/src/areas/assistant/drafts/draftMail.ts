import type { Language } from '@yanshu/contracts'
import { BODIES_EN, BODIES_ZH, type Length } from './bodies.ts'
import { FRAMES_EN, FRAMES_ZH, type RequestType, type Tone } from './frames.ts'
import { answersTo, clausesOf, questionsOf } from './questions.ts'
import { requestFacts } from './requestFacts.ts'

export interface DraftWish {
  readonly requestEmail: RequestType
  readonly size: Length
  readonly tone: Tone
  readonly language: Language
  readonly gist: string
  /** How often it was asked for before. */
  readonly again: number
  /** Who writes, '' when it is not known. */
  readonly writer: string
  /** Who is written to, '' when it is not known. */
  readonly to: string
}

/** How a letter begins while it is not known to whom. */
const GREETING_WITHOUT_NAME = {
  zh: { FORMAL: '您好！', FRIENDLY: '你好：', PROFESSIONAL: '您好：' },
  en: { FORMAL: 'Dear Sir or Madam,', FRIENDLY: 'Hi,', PROFESSIONAL: 'Hello,' },
} as const

/** Ends a text with a stop, unless it has one. */
const stopped = (text: string, language: Language): string =>
  /[。！？!?.；;:：]$/.test(text) ? text : `${text}${language === 'zh' ? '。' : '.'}`

function choose<T>(choices: readonly T[], again: number): T | undefined {
  return choices[again % choices.length]
}

/** Fills a body; a line with a value that is not known is left out, and so is a heading without a line below it. */
function filled(body: string, values: Readonly<Record<string, string>>): string {
  const known = (line: string) => [...line.matchAll(FIELD)].every(([, name]) => values[name ?? ''])
  const paragraphs = body.split(/\n{2,}/).flatMap((paragraph) => {
    const lines = paragraph.split('\n')
    const kept = lines.filter(known)
    const isHeadingAlone = kept.length === 1 && lines.length > 1 && !FIELD_ONCE.test(kept[0] ?? '')
    return kept.length === 0 || isHeadingAlone ? [] : [kept.join('\n')]
  })
  // Only the headings of the template are numbered anew, so this comes before the words of the writer.
  return renumbered(paragraphs)
    .join('\n\n')
    .replace(FIELD, (_all, name: string) => values[name] ?? '')
}

const FIELD = /\{(\w+)\}/g
const FIELD_ONCE = /\{\w+\}/
const NUMBERS = '一二三四五六七八九'

function renumbered(paragraphs: readonly string[]): string[] {
  let number = 0
  return paragraphs.map((paragraph) =>
    paragraph.replace(/^[一二三四五六七八九]、/, () => `${NUMBERS[number++] ?? ''}、`),
  )
}

/** A new mail from what its writer wants to say: by templates, without a model. */
export function draftMail(wish: DraftWish): string {
  const { language, gist } = wish
  const bodies = language === 'zh' ? BODIES_ZH : BODIES_EN
  const facts = requestFacts(gist)
  const whole = facts.whole === '' ? '' : stopped(facts.whole, language)
  const values = { ...facts, whole, gist: stopped(gist.trim(), language) }
  return framed(wish, filled(bodies[wish.requestEmail][wish.size], values), true)
}

/** An answer that goes through what the mail asks, with the writer's words where they belong. */
export function draftReply(wish: DraftWish, mail: string): string {
  const { language, gist, size } = wish
  const questions = size === 'SHORT' ? [] : questionsOf(mail).slice(0, size === 'MEDIUM' ? 3 : 6)
  const clauses = clausesOf(gist)
  const { answers, rest } = answersTo(questions, clauses)
  const zh = language === 'zh'
  const lead = rest.map((text) => stopped(text, language)).join(zh ? '' : ' ')
  const points = answers.map(({ question, answer }) => {
    const asked = zh ? `关于“${question}”：` : `On “${question}”: `
    const open = zh ? '这一点我确认后尽快答复。' : 'I will find out and come back to you.'
    return `${asked}${answer === '' ? open : stopped(answer, language)}`
  })
  return framed(wish, [lead, ...points].filter(Boolean).join('\n\n'), false)
}

function framed(wish: DraftWish, body: string, opens: boolean): string {
  const { language, tone, again, requestEmail } = wish
  const frame = (language === 'zh' ? FRAMES_ZH : FRAMES_EN)[tone]
  const thanks = {
    zh: { FORMAL: '来函收悉。', FRIENDLY: '邮件收到啦。', PROFESSIONAL: '感谢您的来信。' },
    en: {
      FORMAL: 'Thank you for your letter.',
      FRIENDLY: 'Thanks for your mail!',
      PROFESSIONAL: 'Thank you for your message.',
    },
  } as const
  const named = wish.to !== ''
  const greeting = named
    ? (choose(frame.greeting, again) ?? '').replace('{to}', () => wish.to)
    : GREETING_WITHOUT_NAME[language][tone]
  const opening = opens ? choose(frame.opening[requestEmail], again) : thanks[language][tone]
  const closing = wish.size === 'SHORT' && tone !== 'FORMAL' ? '' : choose(frame.closing, again)
  const sign = [frame.sign, wish.writer].filter(Boolean).join('\n')
  return [greeting, opening, body, closing, sign].filter(Boolean).join('\n\n')
}
