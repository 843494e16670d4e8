import type { MessageTree } from '@yanshu/contracts'
import { addMessages, useT } from '@yanshu/shell-api'

export const zh = {
  title: '正文中的搜索结果',
  count: '正文中有 {{count}} 处，已标出',
  many: '正文中有 {{count}} 处以上，已标出前 {{count}} 处',
  at: '第 {{at}} 处，共 {{count}} 处',
  previous: '上一处',
  next: '下一处',
} satisfies MessageTree

export const en = {
  title: 'Places in the text',
  count: 'Places in the text: {{count}}, marked',
  many: 'Places in the text: {{count}} or more, of which so many are marked',
  at: 'Place {{at}} of {{count}}',
  previous: 'Previous place',
  next: 'Next place',
} satisfies MessageTree

const NS = 'remote-mail-found'

addMessages(NS, 'zh', zh)
addMessages(NS, 'en', en)

/** Translates with the messages of the places in a text, which come with the cards of mails. */
export const useFoundWords = () => useT(NS)
