import type { AI_REQUEST_TYPES, Language } from '@yanshu/contracts'

type RequestType = (typeof AI_REQUEST_TYPES)[number]

/** Characters of a subject, beside the word before it. */
const LONGEST = 40

const BEFORE: Readonly<Record<Language, Readonly<Record<RequestType, string>>>> = {
  zh: { WORK: '', VACATION: '请假申请：', MEETING: '会议通知：' },
  en: { WORK: '', VACATION: 'Leave: ', MEETING: 'Meeting: ' },
}

/** The subject of a drafted letter: what its gist begins with, to the end of the sentence, after the word for its kind. */
export function draftSubject(gist: string, request: RequestType, language: Language): string {
  const [first = ''] = gist.trim().split(/[。！？!?；;\n]|\.(?:\s|$)/u)
  const letters = [...first.trim()]
  const about = letters.length > LONGEST ? `${letters.slice(0, LONGEST).join('').trimEnd()}…` : letters.join('')
  return `${BEFORE[language][request]}${about}`
}
