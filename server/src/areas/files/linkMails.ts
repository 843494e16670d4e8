import type { Language } from '@yanshu/contracts'
import type { Context } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import { readSharingRule } from '../../store/sharing/sharingRule.ts'
import { endOf, type LinkRow } from './links.service.ts'
import { mailOwner } from './mailOwner.ts'
import { shownDay } from './shown.ts'

interface Words {
  readonly subject: (name: string) => string
  readonly text: (link: LinkRow, day: string) => string
}

const ASKED: Readonly<Record<Language, Words>> = {
  zh: {
    subject: (name) => `有人请求重新开放大附件：${name}`,
    text: ({ name }, day) =>
      `您发送的大附件“${name}”已于 ${day} 过期，有收件人请求重新开放。\n\n请在“已发送”中打开那封邮件，点击附件旁的“延长 15 天”。不想重新开放时，无需操作。`,
  },
  en: {
    subject: (name) => `You are asked to open a large attachment again: ${name}`,
    text: ({ name }, day) =>
      `The large attachment “${name}” that you sent expired on ${day}, and a recipient asks for it.\n\nOpen the mail among your sent mails and press “15 more days” beside the file. To leave it closed, do nothing.`,
  },
}

const ENDS_SOON: Readonly<Record<Language, Words>> = {
  zh: {
    subject: (name) => `大附件即将过期：${name}`,
    text: ({ name, downloads, recipients }, day) =>
      `您发送的大附件“${name}”将于 ${day} 过期：共 ${recipients} 位收件人，已下载 ${downloads} 次。\n\n如需延长，请在“已发送”中打开那封邮件，点击附件旁的“延长 15 天”。`,
  },
  en: {
    subject: (name) => `A large attachment is about to expire: ${name}`,
    text: ({ name, downloads, recipients }, day) =>
      `The large attachment “${name}” that you sent expires on ${day}. It has ${recipients} recipients and was fetched ${downloads} times.\n\nTo prolong it, open the mail among your sent mails and press “15 more days” beside the file.`,
  },
}

/** Writes to the sender of an expired file that a recipient asks for it. */
export async function mailAsked(context: Context, link: LinkRow): Promise<void> {
  await mailSender(context, link, ASKED)
}

/**
 * Writes to the sender that a file ends soon which was fetched fewer times than it has recipients. `note` runs in the
 * transaction that queues the mail, and answers whether it is still to be sent.
 */
export async function mailEndsSoon(
  context: Context,
  link: LinkRow,
  note: (trx: Trx) => Promise<boolean>,
): Promise<void> {
  await mailSender(context, link, ENDS_SOON, note)
}

async function mailSender(
  context: Context,
  link: LinkRow,
  words: Readonly<Record<Language, Words>>,
  note: (trx: Trx) => Promise<boolean> = async () => true,
): Promise<void> {
  const endsAt = endOf(link, await readSharingRule(context.store.db))
  await mailOwner(context, {
    accountId: link.account_id,
    words: (language) => ({
      subject: words[language].subject(link.name),
      text: words[language].text(link, shownDay(endsAt, language)),
    }),
    note,
  })
}
