import type { MessageTree } from '@yanshu/contracts'
import { addMessages, t, useT } from '@yanshu/shell-api'

export const zh = {
  page: '第 {{page}} 页，共 {{pages}} 页',
  from: '发件人',
  to: '收件人',
  cc: '抄送',
  bcc: '密送',
  time: '时间',
  attachments: '附件',
  noSubject: '（无主题）',
  restricted: '发件人限制了这封邮件的阅读方式，正文不能打印',
  draft: '草稿',
  failed: '这封邮件没有读到，没有打印：{{why}}',
  unknown: '请稍后重试',
  newest: '这个会话有 {{total}} 封邮件，这里是最新的 {{shown}} 封',
  preparing: '正在准备打印 {{count}} 封邮件…',
  notPrepared: '没有准备好要打印的邮件：{{why}}',
  print: '打印',
  showImages: '显示图片',
  wrongAddress: '打印地址里没有邮件编号',
  tooMany: '一次最多打印 {{count}} 封邮件',
} as const satisfies MessageTree

export const en = {
  page: 'Page {{page}} of {{pages}}',
  from: 'From',
  to: 'To',
  cc: 'Cc',
  bcc: 'Bcc',
  time: 'Time',
  attachments: 'Attachments',
  noSubject: '(no subject)',
  restricted: 'Its sender restricts how this mail is read; the text cannot be printed',
  draft: 'Draft',
  failed: 'This mail could not be read and is not printed: {{why}}',
  unknown: 'Try again later',
  newest: 'This conversation has {{total}} mails; these are the newest {{shown}}',
  preparing: 'Preparing {{count}} mails for printing…',
  preparing_one: 'Preparing the mail for printing…',
  notPrepared: 'The mails to print could not be prepared: {{why}}',
  print: 'Print',
  showImages: 'Show images',
  wrongAddress: 'The address to print has no number of a mail',
  tooMany: 'At most {{count}} mails are printed at once',
} as const satisfies MessageTree

/** A namespace of its own: the words of printing come with its code, in both languages. */
const NS = 'remote-mail-print'

addMessages(NS, 'zh', zh)
addMessages(NS, 'en', en)

/** Translates with the words of printing. */
export const usePrintWords = () => useT(NS)

/** The same outside of components. */
export const sayPrint = (key: string, values?: Readonly<Record<string, string | number>>): string => t(NS, key, values)
