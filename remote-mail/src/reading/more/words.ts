import type { MessageTree } from '@yanshu/contracts'
import { addMessages, useT } from '@yanshu/shell-api'

export const zh = {
  printThread: '打印整个会话',
  rule: '按此邮件新建规则',
  raw: '查看原文',
  aloud: '朗读',
  aloudStop: '停止朗读',
  paper: '用白底显示',
  copyLink: '复制邮件链接',
  linkCopied: '已复制。收到过这封邮件的同事打开链接，看到的是各自的那一份',
  linkNotCopied: '没有复制成功，请检查浏览器的剪贴板权限',
  find: {
    title: '在邮件中查找',
    none: '没有找到',
    at: '{{at}} / {{count}}',
    atMany: '{{at}} / {{count}}+',
    previous: '上一处',
    next: '下一处',
    close: '关闭',
  },
} as const satisfies MessageTree

export const en = {
  printThread: 'Print conversation',
  rule: 'Make a rule for mail like this',
  raw: 'Show original',
  aloud: 'Read aloud',
  aloudStop: 'Stop reading aloud',
  paper: 'Show on white',
  copyLink: 'Copy link to this mail',
  linkCopied: 'Copied. Colleagues who got this mail open their own copy by it',
  linkNotCopied: 'It was not copied. Check whether the browser lets this site use the clipboard',
  find: {
    title: 'Find in mail',
    none: 'Not found',
    at: '{{at}} of {{count}}',
    atMany: '{{at}} of {{count}} or more',
    previous: 'Previous place',
    next: 'Next place',
    close: 'Close',
  },
} as const satisfies MessageTree

/** A namespace of its own: the words come with the code, in both languages. */
export const NS = 'remote-mail-more'

addMessages(NS, 'zh', zh)
addMessages(NS, 'en', en)

/** Translates with the words of what the menu of a mail opens. */
export const useMoreT = () => useT(NS)
