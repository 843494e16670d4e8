import type { Language } from '@yanshu/contracts'
import { visibleText } from '@yanshu/contracts'
import { mailTransportOf } from '../../mailflow/mailTransport.ts'
import { prepareAutomatic } from '../../mailflow/outgoing/automaticMail.ts'
import type { PreparedMessage } from '../../mailflow/reading/preparedMessage.ts'
import { escapeXml } from '../../platform/dav/xml.ts'
import type { Context } from '../../store/context/context.ts'
import { readSettings } from '../../store/profile/settings.ts'

/** Why a member is written to: a colleague asks them to read a mail, or it is theirs to do. */
export type AskedWhy = 'look' | 'assigned'

/** What a member is written about. */
export interface AskedMail {
  readonly why: AskedWhy
  readonly mailbox: string
  readonly by: string
  /** Of the mail; '' where a folder with a password or its sender keeps it from notices. */
  readonly subject: string
  readonly text: string
}

const WORDS: Readonly<Record<Language, Readonly<Record<AskedWhy, (by: string) => string>> & Record<'open', string>>> = {
  zh: {
    look: (by) => `${by} 请你看一封邮件`,
    assigned: (by) => `${by} 把一封邮件分配给你`,
    open: '请在右上角切换到这个公共邮箱后查看。',
  },
  en: {
    look: (by) => `${by} asks you to look at a mail`,
    assigned: (by) => `${by} has assigned a mail to you`,
    open: 'Switch to this public mailbox at the top right to read it.',
  },
}

/** The notice for a member, in their language. It has nothing of the mail but its subject, and gives no right to it. */
export async function prepareAsked(
  context: Context,
  member: { readonly id: number; readonly address: string },
  { why, mailbox, by, subject, text }: AskedMail,
): Promise<PreparedMessage> {
  const { language, timeZone } = await readSettings(context, member.id)
  const words = WORDS[language]
  const line = (value: string) => (value === '' ? '' : `<p>${escapeXml(value)}</p>`)
  const mark = language === 'zh' ? '：' : ': '
  return prepareAutomatic(context, mailTransportOf(context).preparer, {
    from: { name: '雁书 Yanshu', address: `postmaster@${member.address.slice(member.address.lastIndexOf('@') + 1)}` },
    to: member.address,
    subject: `${words[why](by)}${mark}${mailbox}`,
    html: `${line(visibleText(subject))}${line(text)}${line(words.open)}`,
    answers: null,
    timeZone,
  })
}
