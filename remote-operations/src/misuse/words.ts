import type { MessageTree } from '@yanshu/contracts'
import { addMessages, useT } from '@yanshu/shell-api'

export const zh = {
  title: '邮件举报',
  lead: '员工举报的邮件。关闭后保留 180 天，邮件副本随举报一起删除。',
  states: '状态',
  state: { open: '待处理', closed: '已关闭' },
  none: { open: '没有待处理的举报', closed: '没有已关闭的举报' },
  failed: '没有读到举报',
  failedAdvice: '请检查网络后重试',
  more: '显示更多',
  noSubject: '（无主题）',
  from: '发件人',
  reporter: '举报人',
  gone: '已删除的账号',
  mailbox: '所在公共邮箱',
  reportedAt: '举报时间',
  receivedAt: '收到时间',
  text: '说明',
  reasons: { phishing: '钓鱼或诈骗', spam: '垃圾邮件', harassment: '骚扰或威胁', other: '其他' },
  header: '查看邮件头',
  headerHide: '收起邮件头',
  save: '下载邮件',
  saveNamed: '下载邮件：{{subject}}',
  saveCaution: '邮件可能含有恶意链接或附件，请不要在日常使用的电脑上打开。',
  close: '关闭举报',
  closeNamed: '关闭举报：{{subject}}',
  reopen: '重新打开',
  reopenNamed: '重新打开举报：{{subject}}',
  closedBy: '{{name}} 于 {{time}} 关闭',
  note: '内部备注',
  noteHint: '只有管理员能看到',
  answer: '给举报人的回复',
  answerHint: '填写后会以邮件发给举报人；留空则不发送',
  answerGone: '举报人的账号已删除，不能回复',
  cancel: '取消',
  already: '其他管理员已经关闭了这个举报，你填写的内容没有保存',
  closedDone: '已关闭举报',
  closedAnswered: '已关闭举报，并回复了举报人',
} as const satisfies MessageTree

export const en = {
  title: 'Reported mail',
  lead: 'Mails that people have reported. A closed report is kept for 180 days; its copy of the mail goes with it.',
  states: 'State',
  state: { open: 'Open', closed: 'Closed' },
  none: { open: 'No report waits', closed: 'No report is closed' },
  failed: 'The reports could not be read',
  failedAdvice: 'Check the network and try again',
  more: 'Show more',
  noSubject: '(no subject)',
  from: 'From',
  reporter: 'Reported by',
  gone: 'A deleted account',
  mailbox: 'Public mailbox',
  reportedAt: 'Reported',
  receivedAt: 'Received',
  text: 'Words',
  reasons: {
    phishing: 'Phishing or fraud',
    spam: 'Unwanted mail',
    harassment: 'Harassment or threats',
    other: 'Something else',
  },
  header: 'Show header',
  headerHide: 'Hide header',
  save: 'Save mail',
  saveNamed: 'Save mail: {{subject}}',
  saveCaution: 'The mail may have harmful links or files. Do not open it on a computer that you work with.',
  close: 'Close report',
  closeNamed: 'Close report: {{subject}}',
  reopen: 'Open again',
  reopenNamed: 'Open report again: {{subject}}',
  closedBy: 'Closed by {{name}}, {{time}}',
  note: 'Note',
  noteHint: 'Only administrators see it',
  answer: 'Answer to who reported',
  answerHint: 'Sent to that person as a mail; nothing is sent when it is empty',
  answerGone: 'The account of who reported was deleted, so there is no answer',
  cancel: 'Cancel',
  already: 'Another administrator has closed this report already; what you wrote was not saved',
  closedDone: 'The report is closed',
  closedAnswered: 'The report is closed, and who reported has an answer',
} as const satisfies MessageTree

/** A namespace of its own: these messages come with the page, in both languages. */
const NS = 'remote-operations-misuse'

addMessages(NS, 'zh', zh)
addMessages(NS, 'en', en)

/** Translates with the messages of the page of reported mails. */
export const useMisuseWords = () => useT(NS)
