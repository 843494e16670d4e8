import type { MessageTree } from '@yanshu/contracts'
import { addMessages, useT } from '@yanshu/shell-api'

export const zh = {
  title: '今天待办',
  nothing: '没有要处理的事。',
  approvals: '等我审批的邮件',
  followUps: '到期的跟进',
  people: '未读的个人来信',
  invitations: '未读的日程邀请',
  unanswered: '等我回复的邮件',
  held: '等我决定的首次来信人',
  shared: '共享给我的文件',
  newest: '未读邮件按最近的 1,000 封统计。',
} as const satisfies MessageTree

export const en = {
  title: 'To do today',
  nothing: 'Nothing to do.',
  approvals: 'Mail that waits for my approval',
  followUps: 'Follow-ups that are due',
  people: 'Unread mail that people wrote',
  invitations: 'Unread invitations',
  unanswered: 'Mail that waits for my answer',
  held: 'New senders to decide about',
  shared: 'Files shared with me',
  newest: 'Unread mail is counted among the newest 1,000.',
} as const satisfies MessageTree

/** A namespace of its own: the words come with the card, in both languages. */
const NS = 'remote-mail-today'

addMessages(NS, 'zh', zh)
addMessages(NS, 'en', en)

export const useTodayWords = () => useT(NS)
