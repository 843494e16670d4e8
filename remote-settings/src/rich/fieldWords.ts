import type { MessageTree } from '@yanshu/contracts'
import { addMessages, useT } from '@yanshu/shell-api'

/** Fields that are filled in when a letter begins, by their English names, with the Chinese ones that mean the same. */
export const FIELDS = {
  recipient: '收件人',
  name: '姓名',
  duties: '职务',
  company: '公司',
  department: '部门',
  phone: '电话',
  address: '邮箱',
  date: '日期',
  closing: '敬语',
} as const

export const fieldsZh = {
  insert: '插入字段',
  recipient: '收件人的姓名',
  name: '我的姓名',
  duties: '我的职务',
  company: '公司',
  department: '我的部门',
  phone: '我的电话',
  address: '我的邮箱地址',
  date: '写信的日期',
  closing: '敬语',
} satisfies MessageTree

export const fieldsEn = {
  insert: 'Insert a field',
  recipient: 'Name of the recipient',
  name: 'My name',
  duties: 'My duties',
  company: 'Company',
  department: 'My department',
  phone: 'My phone',
  address: 'My address',
  date: 'Date of the letter',
  closing: 'Closing',
} satisfies MessageTree

/** A namespace of its own: these messages come with the part, in both languages. */
const WORDS = 'remote-settings-fields'

addMessages(WORDS, 'zh', fieldsZh)
addMessages(WORDS, 'en', fieldsEn)

/** The words of the menu of fields. */
export const useFieldWords = () => useT(WORDS)
