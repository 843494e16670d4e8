import type { MessageTree } from '@yanshu/contracts'
import { addMessages, t, useT } from '@yanshu/shell-api'

export const zh = {
  title: '导出邮件',
  asked: '正在准备 {{count}} 封邮件…',
  going: '已导出 {{done}}，共约 {{total}}（{{count}} 封）',
  progress: '导出进度',
  leftOut: '{{count}} 封邮件受发件人限制，不会导出；文件末尾有清单',
  cancel: '取消',
  close: '关闭',
  done: '已导出 {{count}} 封邮件',
  doneWithout: '已导出 {{count}} 封邮件，{{leftOut}} 封受限未导出，清单在文件末尾',
  failed: '没有导出：{{why}}',
  lost: '连接中断，请重试',
  fileName: '邮件 {{day}}',
} as const satisfies MessageTree

export const en = {
  title: 'Export mails',
  asked: 'Preparing {{count}} mails…',
  asked_one: 'Preparing the mail…',
  going: '{{done}} of about {{total}} exported ({{count}} mails)',
  going_one: '{{done}} of about {{total}} exported (one mail)',
  progress: 'Progress of the export',
  leftOut: '{{count}} mails are restricted by their senders and stay out; the file ends with a list of them',
  leftOut_one: 'One mail is restricted by its sender and stays out; the file ends with a list',
  cancel: 'Cancel',
  close: 'Close',
  done: '{{count}} mails exported',
  done_one: 'One mail exported',
  doneWithout: '{{count}} mails exported, {{leftOut}} restricted ones not; the file ends with a list of them',
  failed: 'Nothing was exported: {{why}}',
  lost: 'the connection was lost. Try again',
  fileName: 'Mails {{day}}',
} as const satisfies MessageTree

/** A namespace of its own: the words of exporting come with its code, in both languages. */
const NS = 'remote-mail-export'

addMessages(NS, 'zh', zh)
addMessages(NS, 'en', en)

export const useExportWords = () => useT(NS)
export const sayExport = (key: string, values?: Readonly<Record<string, string | number>>): string => t(NS, key, values)
