import { z } from 'zod'
import { Code } from '../codes.ts'
import { CONVERSATION_PEOPLE, CONVERSATION_READ, CONVERSATION_ROWS, WHOLE_MAILS_MAX } from '../conversationLimits.ts'
import { get, ok, post } from './define.ts'
import { mailAddress, mailList, mailListItem, pagingByDay } from './mail.ts'
import { changed, mailIds } from './mailShapes.ts'
import { idOf, queryIdOf } from './names.ts'

/** What a row of a list of conversations has besides its newest mail in the folder. */
export const conversation = z.object({
  /** That mail. */
  mailId: idOf('mail'),
  /** Mails in all folders but recycle bin, spam and those with a password, and in this folder. */
  count: z.number().int().positive(),
  /** Those in this folder, and those of them that are unread. */
  inFolder: z.number().int().nonnegative(),
  unread: z.number().int().nonnegative(),
  /** One of its mails is kept on top of the folder. */
  sticky: z.boolean(),
  /** Who wrote the newest mails, the newest first; empty for a single mail. */
  people: z.array(mailAddress).max(CONVERSATION_PEOPLE),
  /** First words of its newest mail, where that lies in another folder; '' otherwise. */
  line: z.string(),
  /** One of its mails is among the reader's sent ones, or a draft. */
  answered: z.boolean(),
  draft: z.boolean(),
})
export type Conversation = z.infer<typeof conversation>

export const conversationList = mailList
  .pick({ list: true, total: true, more: true, headings: true })
  .extend({ conversations: z.array(conversation) })
export type ConversationList = z.infer<typeof conversationList>

/** The mails of a conversation in all folders, each once. */
export const conversationMails = z.object({
  /** The oldest first; of more than `CONVERSATION_READ` the newest. */
  ids: z.array(idOf('mail')),
  /** The oldest unread one in the folder of the mail that was asked about. */
  firstUnread: idOf('mail').nullable(),
  /** Later answers go into another folder than the inbox. */
  muted: z.boolean(),
  /** Rows around one of them. */
  list: z.array(mailListItem).max(CONVERSATION_ROWS),
  more: z.boolean(),
})
export type ConversationMails = z.infer<typeof conversationMails>

/** Mails for which rows of a list of conversations stand. */
export const wholeMails = z.object({
  list: z.array(mailListItem).max(WHOLE_MAILS_MAX),
  /** For each of them the mail whose row stands for it. */
  of: z.array(idOf('mail')),
  more: z.boolean(),
})
export type WholeMails = z.infer<typeof wholeMails>

/** Mails as conversations. */
export const conversationCalls = [
  get('mail/email/conversation/list', {
    title: 'A folder as conversations, each with its newest mail in the folder, which also is the cursor behind it',
    query: z.object({ ...pagingByDay, mailboxId: queryIdOf('folder') }),
    data: conversationList,
    errors: [Code.folderNotFound],
  }),
  get('mail/email/conversation/mails', {
    title: `The mails of a conversation, the newest ${CONVERSATION_READ}, with ${CONVERSATION_ROWS} rows around \`around\`, the first unread one or the mail itself`,
    query: z.object({ mailId: queryIdOf('mail'), around: queryIdOf('mail').optional() }),
    data: conversationMails,
    errors: [Code.mailNotFound],
  }),
  post('mail/email/conversation/whole', {
    title: `The mails of the same conversations in the same folders as these, at most ${WHOLE_MAILS_MAX}`,
    body: z.object({ mailIds: z.array(idOf('mail')).min(1).max(WHOLE_MAILS_MAX) }),
    data: wholeMails,
  }),
  post('mail/email/conversation/split', {
    title: 'Make mails a conversation of their own; later answers to them join it',
    body: mailIds,
    data: changed,
  }),
  post('mail/email/conversation/join', {
    title: 'Take mails into the conversation of another mail',
    body: mailIds.extend({ mailId: idOf('mail') }),
    data: changed,
    errors: [Code.mailNotFound],
  }),
  post('mail/email/conversation/mute', {
    title:
      'Let later answers of the conversation of a mail go into a folder instead of the inbox, until one names the reader in To; with null no longer',
    body: z.object({ mailId: idOf('mail'), mailboxId: idOf('folder').nullable() }),
    data: ok,
    errors: [Code.mailNotFound, Code.folderNotFound],
  }),
] as const
