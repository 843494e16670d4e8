import type { MessageTree } from '@yanshu/contracts'
import { addMessages, t, useT } from '@yanshu/shell-api'

export const zh = {
  title: '举报邮件',
  lead: '管理员会收到这封邮件的副本（包括邮件头和附件）、你的姓名和下面的说明。',
  reason: '举报原因',
  reasons: {
    phishing: '钓鱼或诈骗',
    spam: '垃圾邮件',
    harassment: '骚扰或威胁',
    other: '其他',
  },
  text: '补充说明（选填）',
  move: '同时移到垃圾邮件',
  cancel: '取消',
  send: '举报',
  done: '已举报。管理员处理后，回复会发到你的收件箱',
} as const satisfies MessageTree

export const en = {
  title: 'Report mail',
  lead: 'Administrators get a copy of this mail with its header and files, your name, and what you write below.',
  reason: 'Reason',
  reasons: {
    phishing: 'Phishing or fraud',
    spam: 'Unwanted mail',
    harassment: 'Harassment or threats',
    other: 'Something else',
  },
  text: 'More about it (optional)',
  move: 'Move it to spam as well',
  cancel: 'Cancel',
  send: 'Report',
  done: 'Reported. An answer of the administrators comes to your inbox',
} as const satisfies MessageTree

const NS = 'remote-mail-report'

addMessages(NS, 'zh', zh)
addMessages(NS, 'en', en)

/** Translates with the words of reports. */
export const useReportWords = () => useT(NS)

/** The same outside of components. */
export const sayReport = (key: string): string => t(NS, key)
