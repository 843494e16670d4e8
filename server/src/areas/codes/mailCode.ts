import { randomUUID } from 'node:crypto'
import { CODE_LIFE_MS, type Language } from '@yanshu/contracts'
import MailComposer from 'nodemailer/lib/mail-composer'
import { storeMessage } from '../../mailflow/delivery/storeMessage.ts'
import { mailTransportOf } from '../../mailflow/mailTransport.ts'
import { queueMail } from '../../mailflow/queue/queueMail.ts'
import { mailDate } from '../../mime/mailDate.ts'
import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'

/** What a code is for. */
export type CodeAbout = 'recover' | 'bind'

const MINUTES = CODE_LIFE_MS / 60_000
const WORDS = {
  zh: {
    from: '雁书邮箱',
    subject: { recover: '邮箱密码找回验证码', bind: '找回邮箱验证码' },
    text: {
      recover: (account: string, code: string) =>
        `您好：\n\n有人正在找回 ${account} 的密码。验证码是：\n\n    ${code}\n\n${MINUTES} 分钟内有效，请勿告诉他人。\n如果不是您本人操作，请忽略这封邮件，密码不会改变。\n`,
      bind: (account: string, code: string) =>
        `您好：\n\n${account} 要把此地址设为找回密码用的邮箱。验证码是：\n\n    ${code}\n\n${MINUTES} 分钟内有效，请勿告诉他人。\n如果不是您本人操作，请忽略这封邮件，不会有任何改变。\n`,
    },
  },
  en: {
    from: 'Yanshu mail',
    subject: { recover: 'Your code to set a new mail password', bind: 'Your code to confirm this address' },
    text: {
      recover: (account: string, code: string) =>
        `Hello,\n\nsomebody asked to set a new password for ${account}. The code is:\n\n    ${code}\n\nIt is valid for ${MINUTES} minutes. Do not tell it to anybody.\nIf it was not you, ignore this mail: the password stays as it is.\n`,
      bind: (account: string, code: string) =>
        `Hello,\n\n${account} wants to use this address to replace a forgotten password. The code is:\n\n    ${code}\n\nIt is valid for ${MINUTES} minutes. Do not tell it to anybody.\nIf it was not you, ignore this mail: nothing changes.\n`,
    },
  },
} as const

/**
 * Sends a code to a mail address at another provider. It goes out as mail of this system does: kept and tried again until
 * the relay takes it. Without a relay it cannot arrive; in development it stands in the log as well.
 */
export async function mailCode(
  context: Context,
  {
    account,
    to,
    code,
    language,
    about,
  }: {
    account: string
    to: string
    code: string
    language: Language
    about: CodeAbout
  },
): Promise<void> {
  const { config, log } = context
  if (config.sms?.kind === 'log') log.info({ to, code }, 'a code by mail, written here as well in development')
  const words = WORDS[language]
  const composer = new MailComposer({
    from: { name: words.from, address: `no-reply@${account.slice(account.lastIndexOf('@') + 1)}` },
    to,
    subject: words.subject[about],
    messageId: `<${randomUUID()}@${config.hostname}>`,
    date: mailDate(context.now(), 0),
    text: words.text[about](account, code),
    headers: { 'Auto-Submitted': 'auto-generated' },
    encoding: 'base64',
    textEncoding: 'B',
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const raw = await composer.compile().build()
  const message = await mailTransportOf(context).preparer.prepare(await context.blobs.put(raw), raw)
  await transact(
    context,
    async (trx) => {
      await queueMail(trx, {
        origin: 'system',
        messageId: await storeMessage(trx, context, message),
        envelopeFrom: '',
        recipients: [to],
        now: context.now(),
      })
    },
    { grows: true },
  )
}
