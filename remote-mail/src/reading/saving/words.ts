import type { MessageTree } from '@yanshu/contracts'
import { addMessages, t } from '@yanshu/shell-api'

export const zh = {
  savedAll: '已下载 {{count}} 个附件',
  askTitle: '网络较慢，要下载吗？',
  askOne: '“{{name}}”有 {{size}}，在当前网络下约需 {{time}}。',
  askMany: '{{count}} 个附件共 {{size}}，在当前网络下约需 {{time}}。',
  seconds: '{{count}} 秒',
  minutes: '{{count}} 分钟',
  fetch: '下载',
  cancel: '取消',
} as const satisfies MessageTree

export const en = {
  savedAll: '{{count}} attachments downloaded',
  askTitle: 'The line is slow. Download?',
  askOne: '"{{name}}" has {{size}} and takes about {{time}} on this line.',
  askMany: '{{count}} attachments have {{size}} and take about {{time}} on this line.',
  seconds: '{{count}} seconds',
  minutes: '{{count}} minutes',
  fetch: 'Download',
  cancel: 'Cancel',
} as const satisfies MessageTree

const NS = 'remote-mail-saving'

addMessages(NS, 'zh', zh)
addMessages(NS, 'en', en)

/** Translates with the words about fetching files. */
export const saySaving = (key: string, values?: Readonly<Record<string, string | number>>): string => t(NS, key, values)
