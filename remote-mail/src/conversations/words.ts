import type { MessageTree } from '@yanshu/contracts'
import { addMessages, t, useT } from '@yanshu/shell-api'

export const zh = {
  count: '{{count}} 封往来邮件',
  me: '我',
  answered: '我回复过',
  draft: '有草稿',
  unread: '{{count}} 封未读',
  notRead: '没有读到会话中的邮件，请检查网络后重试',
  tooMany: '这些会话的邮件超过 {{count}} 封，请少选一些，或选中整个文件夹',
  seen: '会话标为已读',
  unseen: '会话标为未读',
  remove: '删除会话',
} as const satisfies MessageTree

export const en = {
  count: '{{count}} mails in the conversation',
  me: 'me',
  answered: 'You answered',
  draft: 'Has a draft',
  unread: '{{count}} unread',
  notRead: 'The mails of the conversation were not read. Check the network and try again',
  tooMany: 'These conversations have more than {{count}} mails. Select fewer, or the whole folder',
  seen: 'Mark the conversation as read',
  unseen: 'Mark the conversation as unread',
  remove: 'Delete the conversation',
} as const satisfies MessageTree

const NS = 'remote-mail-conversations'
addMessages(NS, 'zh', zh)
addMessages(NS, 'en', en)

export const sayConversation = (key: string, values?: Record<string, string | number>): string => t(NS, key, values)
export const useConversationT = () => useT(NS)
