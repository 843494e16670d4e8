import type { MessageTree } from '@yanshu/contracts'
import { addMessages, useT } from '@yanshu/shell-api'

export const zh = {
  title: '多人协作',
  answering: '{{names}} 正在回复',
  answered: '{{name}} {{time}} 已回复',
  answeredMore: '共 {{count}} 封回复',
  gone: '已注销的成员',
  and: '、',
  open: '未分配',
  assignedTo: '负责人：{{name}}',
  assignedToMe: '由我负责',
  closedBy: '{{name}} {{time}} 处理完毕',
  note: '备注',
  noteOf: '备注：{{note}}',
  edit: '分配…',
  take: '由我负责',
  close: '处理完毕',
  reopen: '重新打开',
  comments: '评论（{{count}}）',
  noComments: '评论',
  assignee: '负责人',
  noAssignee: '不分配',
  noteHint: '成员都能看到，最多 {{count}} 字',
  tooLong: '最多 {{count}} 字',
  willNotify: '保存后，系统会发邮件通知 {{name}}。',
  save: '保存',
  cancel: '取消',
  write: '写评论',
  ask: '请谁看一下',
  askNone: '不通知',
  askHint: '会收到一封通知邮件；只有成员能打开这封邮件',
  send: '发表评论',
  remove: '删除评论',
  asked: '请 {{name}} 看一下',
  failed: '没有读到协作信息',
  again: '重试',
} as const satisfies MessageTree

export const en = {
  title: 'Working together',
  answering: '{{names}}: writing an answer now',
  answered: 'Answered by {{name}}, {{time}}',
  answeredMore: '{{count}} answers in all',
  gone: 'a former member',
  and: ', ',
  open: 'Not assigned',
  assignedTo: 'Assigned to {{name}}',
  assignedToMe: 'Assigned to me',
  closedBy: 'Closed by {{name}}, {{time}}',
  note: 'Note',
  noteOf: 'Note: {{note}}',
  edit: 'Assign…',
  take: 'Assign to me',
  close: 'Close',
  reopen: 'Open again',
  comments: 'Comments ({{count}})',
  noComments: 'Comment',
  assignee: 'Assigned to',
  noAssignee: 'Not assigned',
  noteHint: 'All members see it; {{count}} characters at most',
  tooLong: '{{count}} characters at most',
  willNotify: 'When you save, {{name}} gets a notice by mail.',
  save: 'Save',
  cancel: 'Cancel',
  write: 'Write a comment',
  ask: 'Ask to have a look',
  askNone: 'No member',
  askHint: 'gets a notice by mail; only members open this mail',
  send: 'Comment',
  remove: 'Delete comment',
  asked: 'asks {{name}} to have a look',
  failed: 'What members have noted could not be read',
  again: 'Try again',
} as const satisfies MessageTree

/** A namespace of its own: the words come with the code, in both languages. */
const NS = 'remote-mail-team'

addMessages(NS, 'zh', zh)
addMessages(NS, 'en', en)

/** Translates with the words about working together in a public mailbox. */
export const useTeamWords = () => useT(NS)
