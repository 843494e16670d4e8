import type { Labelled } from '@yanshu/contracts'
import { csvLines, UTF8_MARK } from '../../../platform/csv/csv.ts'
import type { ContactFields } from './contactFields.ts'

/** Headings that this system, Outlook, Foxmail and WPS read, in Chinese or in English. */
// biome-ignore format: a table
const HEADINGS = {
  zh: [
    '姓名', '昵称', '单位', '职务', '工作邮箱', '个人邮箱', '其他邮箱', '手机', '办公电话', '家庭电话', '其他电话', '单位地址',
    '家庭地址', '其他地址', '生日', '备注', '分组',
  ],
  en: [
    'Name', 'Nickname', 'Company', 'Job Title', 'Work Email', 'Home Email', 'Other Email', 'Mobile Phone', 'Business Phone',
    'Home Phone', 'Other Phone', 'Business Address', 'Home Address', 'Other Address', 'Birthday', 'Notes', 'Categories',
  ],
} as const

/** Between several values of one cell; Google writes the same. */
const BETWEEN = ' ::: '

/** Rows of a table, without headings. */
export function csvRows(
  people: readonly { readonly fields: ContactFields; readonly groups: readonly string[] }[],
): string {
  return csvLines(
    people.map(({ fields, groups }) => {
      const of = (list: readonly Labelled[], ...kinds: Labelled['kind'][]) =>
        list.flatMap(({ kind, value }) => (kinds.includes(kind) ? [value] : [])).join(BETWEEN)
      const { emails, phones, addresses } = fields
      // biome-ignore format: a table
      return [
        fields.name, fields.nickname, fields.organization, fields.duties,
        of(emails, 'work'), of(emails, 'home'), of(emails, 'other', 'mobile'),
        of(phones, 'mobile'), of(phones, 'work'), of(phones, 'home'), of(phones, 'other'),
        of(addresses, 'work'), of(addresses, 'home'), of(addresses, 'other', 'mobile'),
        fields.birthdayLunar ? '' : fields.birthday, fields.note, groups.join(BETWEEN),
      ]
    }),
  )
}

/** The first row. */
export const csvHead = (language: 'zh' | 'en'): string => `${UTF8_MARK}${csvLines([[...HEADINGS[language]]])}`
