import { Code, type Language } from '@yanshu/contracts'
import { messageOf } from '@yanshu/contracts/messages'
import type { CallError } from './errors.ts'

/** The language a client asks for; Chinese unless its first choice is English. */
export const languageOf = (acceptLanguage: string | undefined): Language =>
  /^\s*en\b/i.test(acceptLanguage ?? '') ? 'en' : 'zh'

export const success = (data: unknown, language: Language) => ({
  code: Code.ok,
  message: messageOf[Code.ok][language],
  data,
})

export function failure(error: Pick<CallError, 'code' | 'details'>, language: Language) {
  const message = messageOf[error.code][language]
  const details = error.details?.[language]
  const joined = details ? (language === 'zh' ? `${message}（${details}）` : `${message} (${details})`) : message
  return { code: error.code, message: joined, data: null }
}
