import { type Language, SUBJECT_MAX } from '@yanshu/contracts'

/** What mail programs of many languages put before the subject of an answer or of a forwarded mail. */
const PREFIX =
  /^\s*(?:re|aw|antw|sv|vs|rif|res|odp|fwd?|wg|tr|rv|enc|i|回复|回覆|答复|答覆|回信|转发|轉發|轉寄|转寄)\s*(?:[[(（]\d{1,3}[\])）])?\s*[:：]\s*/i

const PREFIXES: Record<'reply' | 'forward', Record<Language, string>> = {
  reply: { zh: '回复：', en: 'Re: ' },
  forward: { zh: '转发：', en: 'Fwd: ' },
}

/** The subject without what earlier answers put before it. */
export function bareSubject(subject: string): string {
  let bare = subject
  for (let rest = bare.replace(PREFIX, ''); rest !== bare; rest = bare.replace(PREFIX, '')) bare = rest
  return bare.trim()
}

/** The subject of a letter that carries so many mails as files, the first of them with this subject. */
export function forwardedSubject(subject: string, count: number, language: Language): string {
  const more = { zh: ` 等 ${count} 封邮件`, en: ` and ${count - 1} more` }
  const end = count > 1 ? more[language] : ''
  return `${[...answeringSubject(subject, 'forward', language)].slice(0, SUBJECT_MAX - end.length).join('')}${end}`
}

/** The subject of an answer: one prefix, in the language of the writer, no longer than a subject may be. */
export function answeringSubject(subject: string, how: 'reply' | 'forward', language: Language): string {
  const whole = `${PREFIXES[how][language]}${bareSubject(subject)}`.trim()
  return [...whole].slice(0, SUBJECT_MAX).join('')
}
