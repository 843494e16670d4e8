import type { MessageTree } from '@yanshu/contracts'
import { addMessages, useT } from '@yanshu/shell-api'

export const standInZh = {
  title: '审批代理人',
  lead: '自动回复开启期间，等待您审批的邮件由此人审批，审批记录会注明代您审批。已在等待的邮件不变。',
  address: '代理人的邮箱地址',
  save: '保存',
  saved: '已设置审批代理人',
  removed: '已取消审批代理人',
} satisfies MessageTree

export const standInEn = {
  title: 'Stand-in for approvals',
  lead: 'While your automatic reply is on, this person decides about mail that would wait for you, and the record shows for whom. What waits already stays with you.',
  address: 'Address of the stand-in',
  save: 'Save',
  saved: 'The stand-in is set',
  removed: 'The stand-in is removed',
} satisfies MessageTree

/** A namespace of its own: these messages come with the part, in both languages. */
const WORDS = 'remote-settings-stand-in'

addMessages(WORDS, 'zh', standInZh)
addMessages(WORDS, 'en', standInEn)

export const useStandInWords = () => useT(WORDS)
