import type { Language } from '@yanshu/contracts'
import { escapeHtml } from '../../mime/escapeHtml.ts'
import { departmentPaths } from '../../store/accounts/departments.ts'
import type { Context } from '../../store/context/context.ts'
import { readSettings } from '../../store/profile/settings.ts'

/** What is filled into signatures and templates, by the names of the fields. */
export type LetterFields = ReadonlyMap<string, string>

/** The Chinese names of the fields, which mean the same. */
const ALSO: Readonly<Record<string, string>> = {
  姓名: 'name',
  职务: 'duties',
  公司: 'company',
  部门: 'department',
  电话: 'phone',
  邮箱: 'address',
  日期: 'date',
  敬语: 'closing',
}

/** The language of what the program writes into letters of this person. */
export async function letterLanguageOf(context: Pick<Context, 'store'>, accountId: number): Promise<Language> {
  const { language, letterLanguage } = await readSettings(context, accountId)
  return letterLanguage === 'same' ? language : letterLanguage
}

/** The person's own data and today's date, as letters in `language` say them. */
export async function letterFieldsOf(
  { store, now }: Pick<Context, 'store' | 'now'>,
  accountId: number,
  language: Language,
): Promise<LetterFields> {
  const account = await store.db.selectFrom('account').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow()
  const { timeZone } = await readSettings({ store }, accountId)
  const path = (await departmentPaths(store.db)).get(account.dept_id ?? 0) ?? ''
  const today = new Date(now() + timeZone * 3_600_000)
  const fields = {
    name: account.name,
    duties: account.duties,
    company: account.company,
    department: path.split(' / ').slice(1).join(' / ') || path,
    phone: account.phone,
    address: account.address,
    date: new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
      today,
    ),
    closing: language === 'zh' ? '此致敬礼' : 'Yours sincerely',
  }
  return new Map(Object.entries(fields))
}

/** `{{, duties}}` is the duties with a comma before them, and nothing where there are none. Unknown fields stay. */
export const filledText = (text: string, fields: LetterFields): string =>
  text.replace(/\{\{([^\p{L}{}<>]{0,8})(\p{L}{1,20})\s{0,8}\}\}/gu, (whole, before: string, name: string) => {
    const value = fields.get(ALSO[name] ?? name)
    return value === undefined ? whole : value && `${before.trim() && before}${value}`
  })

/** The same in HTML. */
export const filledHtml = (html: string, fields: LetterFields): string =>
  filledText(html, new Map([...fields].map(([name, value]) => [name, escapeHtml(value)])))
