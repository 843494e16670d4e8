import type { MessageTree } from '@yanshu/contracts'
import { addMessages, useT } from '@yanshu/shell-api'

export const zh = {
  none: '您的邮箱里没有这封邮件',
  noneAdvice: '它可能没有发给您，已经删除，或在带密码的文件夹里。需要时请发链接的同事转发给您。',
  failed: '没有读到这封邮件',
  failedAdvice: '请检查网络后重试',
} as const satisfies MessageTree

export const en = {
  none: 'Your mailbox does not have this mail',
  noneAdvice:
    'It may not have been sent to you, it was deleted, or it lies in a folder with a password. Ask the colleague who sent the link to forward it.',
  failed: 'The mail could not be read',
  failedAdvice: 'Check the network and try again',
} as const satisfies MessageTree

/** A namespace of its own: the words come with the code, in both languages. */
const NS = 'remote-mail-link'

addMessages(NS, 'zh', zh)
addMessages(NS, 'en', en)

/** Translates with the words of links to mails. */
export const useLinkWords = () => useT(NS)
