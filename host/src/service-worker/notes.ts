import type { PushNote } from '@yanshu/contracts'

/** The part of a window that is used here. */
export interface OpenWindow {
  readonly url: string
  readonly visibilityState: string
  focus(): Promise<unknown>
  navigate(url: string): Promise<unknown>
}

const WORDS = {
  zh: { mail: '您有一封新邮件', from: (name: string) => `${name} 发来新邮件`, noSubject: '（无主题）' },
  en: { mail: 'You have new mail', from: (name: string) => `New mail from ${name}`, noSubject: '(no subject)' },
} as const

const isText = (value: unknown): value is string => typeof value === 'string'

/** What a push service brought, null when it is no note of this system. */
export function readNote(value: unknown): PushNote | null {
  if (typeof value !== 'object' || value === null) return null
  const { account, mailId, path, from, subject, language }: Partial<Record<string, unknown>> = { ...value }
  if (!isText(account) || !isText(path) || !isText(from) || !isText(subject)) return null
  // A path of the application and nothing else is opened by a click.
  if (!Number.isSafeInteger(mailId) || !/^\/\w+(\/\w+)*$/.test(path)) return null
  return { account, mailId: Number(mailId), path, from, subject, language: language === 'en' ? 'en' : 'zh' }
}

/** What stands on the desktop. */
export function wordsOf({ account, from, subject, language }: PushNote): { title: string; body: string } {
  const words = WORDS[language]
  if (from === '') return { title: words.mail, body: account }
  return { title: words.from(from), body: subject || words.noSubject }
}

/** Windows of one user and this worker show one notification of a mail. */
export const tagOf = ({ mailId }: PushNote): string => `mail-${mailId}`

/** Where a click leads: the list with the mail marked. */
export const addressOf = ({ path, mailId }: PushNote): string => `/#${path}?mail=${mailId}`
