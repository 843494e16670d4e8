import type { Language } from '@yanshu/contracts'

/** A mail that was named and is not in the file. */
export interface LeftOut {
  readonly subject: string
  /** When it arrived, in epoch milliseconds. */
  readonly at: number
  readonly why: 'restricted' | 'lost'
}

const WORDS = {
  zh: {
    name: '未导出的邮件',
    intro: '以下邮件没有导出：',
    restricted: '发件人限制了阅读方式，不能下载',
    lost: '服务器上的原文已丢失或损坏',
    noSubject: '（无主题）',
  },
  en: {
    name: 'Mails not exported',
    intro: 'These mails were not exported:',
    restricted: 'its sender restricts how it is read, so it cannot be downloaded',
    lost: 'its file on the server is lost or damaged',
    noSubject: '(no subject)',
  },
} as const

/** What the list is called, without an extension. */
export const leftOutName = (language: Language): string => WORDS[language].name

/** The list of what is left out, a line for each, with its moment in UTC and the reason. */
export function leftOutText(list: readonly LeftOut[], language: Language): string {
  const words = WORDS[language]
  const lines = list.map(({ subject, at, why }) => {
    const moment = new Date(at).toISOString().slice(0, 16).replace('T', ' ')
    return `${moment} UTC  ${subject.replace(/\s+/g, ' ') || words.noSubject}  ${words[why]}`
  })
  return `${[words.intro, '', ...lines].join('\r\n')}\r\n`
}

/** The same as a mail (RFC 5322), for a file that can hold mails alone. */
export function leftOutMail(list: readonly LeftOut[], language: Language, now: number): Uint8Array {
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  return Buffer.from(
    [
      'From: MAILER-DAEMON',
      `Date: ${new Date(now).toUTCString().replace('GMT', '+0000')}`,
      `Subject: =?utf-8?B?${base64(leftOutName(language))}?=`,
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      '',
      base64(leftOutText(list, language)).replace(/(.{76})/g, '$1\r\n'),
      '',
    ].join('\r\n'),
  )
}
