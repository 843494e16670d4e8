import type { MessageTree } from '@yanshu/contracts'
import { addMessages, t, useT } from '@yanshu/shell-api'

export const zh = {
  title: '按会话聚合',
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
  earlier: '更早的 {{count}} 封',
  later: '更新的 {{count}} 封',
  earlierRegion: '会话中更早的邮件',
  laterRegion: '会话中更新的邮件',
  newest: '只列出最新的 {{count}} 封',
  draftOf: '草稿',
  allBar: '会话中的邮件',
  openAll: '全部展开',
  closeAll: '全部收起',
  toEnd: '到最新一封',
  openMail: '第 {{place}} 封：{{name}}，{{time}}',
  close: '收起这封邮件',
  split: '从会话中拆出',
  splitDone: '已拆成单独的会话',
  mute: '静音会话…',
  muted: '之后的回复将放入“{{name}}”，直到有一封写给您',
  unmute: '取消静音会话',
  unmuted: '之后的回复会回到收件箱',
} as const satisfies MessageTree

export const en = {
  title: 'Group by conversation',
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
  earlier: '{{count}} earlier',
  later: '{{count}} later',
  earlierRegion: 'Earlier mails of the conversation',
  laterRegion: 'Later mails of the conversation',
  newest: 'Only the newest {{count}} are listed',
  draftOf: 'Draft',
  allBar: 'Mails of the conversation',
  openAll: 'Open all',
  closeAll: 'Close all',
  toEnd: 'To the newest',
  openMail: 'Mail {{place}}: {{name}}, {{time}}',
  close: 'Close this mail',
  split: 'Split off the conversation',
  splitDone: 'It is a conversation of its own now',
  mute: 'Mute the conversation…',
  muted: 'Later answers go into "{{name}}" until one is written to you',
  unmute: 'Unmute the conversation',
  unmuted: 'Later answers come into the inbox again',
} as const satisfies MessageTree

const NS = 'remote-mail-conversations'
addMessages(NS, 'zh', zh)
addMessages(NS, 'en', en)

export const sayConversation = (key: string, values?: Record<string, string | number>): string => t(NS, key, values)
export const useConversationWords = () => useT(NS)
