import type { MessageTree } from '@yanshu/contracts'
import { addMessages, useT } from '@yanshu/shell-api'

export const zh = {
  title: '查看原文',
  view: '查看方式',
  way: '投递路径',
  plain: '纯文本',
  fields: '邮件头',
  source: '原文',
  noWay: '这封邮件没有投递记录：它没有经过其他服务器',
  wayHelp: '从发件方到本邮箱依次经过的服务器。本系统之前的记录由对方填写，可能不实。',
  step: '步骤',
  from: '来自',
  by: '服务器',
  how: '方式',
  at: '时间',
  delay: '用时',
  unknown: '未知',
  field: '字段',
  value: '内容',
  seconds: '{{count}} 秒',
  minutes: '{{count}} 分钟',
  hours: '{{count}} 小时',
  before: '早 {{delay}}（时钟不一致）',
} as const satisfies MessageTree

export const en = {
  title: 'Original of the mail',
  view: 'View',
  way: 'Way of the mail',
  plain: 'Plain text',
  fields: 'Headers',
  source: 'Source',
  noWay: 'There is no record of a way: the mail came by no other server',
  wayHelp:
    'The servers that the mail came by, from its sender to this mailbox. Records before this system may be forged.',
  step: 'Step',
  from: 'From',
  by: 'Server',
  how: 'How',
  at: 'Time',
  delay: 'Took',
  unknown: 'not known',
  field: 'Field',
  value: 'Value',
  seconds: '{{count}} seconds',
  seconds_one: '{{count}} second',
  minutes: '{{count}} minutes',
  minutes_one: '{{count}} minute',
  hours: '{{count}} hours',
  hours_one: '{{count}} hour',
  before: '{{delay}} earlier (clocks differ)',
} as const satisfies MessageTree

/** A namespace of its own: the words come with the source of a mail, in both languages. */
const NS = 'remote-mail-raw'

addMessages(NS, 'zh', zh)
addMessages(NS, 'en', en)

export const useRawWords = () => useT(NS)
