import type { ContactColumn } from '@yanshu/contracts'

/**
 * The headings by which programs call the columns of their address books: Outlook and Foxmail and WPS in Chinese, Outlook
 * and Google and Apple in English. Compared without case, spaces and signs.
 */
// biome-ignore format: a table
const NAMES: Readonly<Record<Exclude<ContactColumn, ''>, readonly string[]>> = {
  name: [
    '姓名', '名称', '联系人', '联系人姓名', '全名', '显示名称', '显示名', '称呼', '中文姓名',
    'name', 'full name', 'display name', 'file as', 'contact', 'contact name',
  ],
  familyName: ['姓', '姓氏', 'last name', 'family name', 'surname'],
  givenName: ['名', '名字', 'first name', 'given name'],
  middleName: ['中间名', 'middle name', 'additional name'],
  nickname: ['昵称', '别名', '英文名', 'nickname', 'nick name', 'alias'],
  organization: [
    '单位', '公司', '公司名称', '单位名称', '企业名称', '组织', '机构', '工作单位', '所在公司',
    'company', 'organization', 'organisation', 'organization name', 'organization 1 - name', 'company name', 'employer',
  ],
  department: ['部门', '所在部门', '部门名称', 'department', 'organization department', 'organization 1 - department'],
  duties: [
    '职务', '职位', '职称', '头衔', '岗位',
    'job title', 'title', 'position', 'organization title', 'organization 1 - title', 'business title',
  ],
  note: ['附注', '备注', '说明', '备注信息', 'notes', 'note', 'comment', 'comments', 'remarks'],
  birthday: ['生日', '出生日期', '出生年月', 'birthday', 'date of birth', 'birth date'],
  emailWork: [
    '电子邮件地址', '电子邮件', '邮箱', '电子邮箱', '邮件地址', '邮件', 'email地址', '邮箱地址', '工作邮箱', '公司邮箱', '主要邮箱',
    '首选电子邮件', '企业邮箱', '电邮',
    'e-mail address', 'email', 'e-mail', 'email address', 'primary email', 'work email', 'mail', 'business email',
  ],
  emailHome: ['个人邮箱', '家庭邮箱', '私人邮箱', '家庭电子邮件', 'home email', 'personal email', 'private email'],
  emailOther: [
    '电子邮件2地址', '电子邮件3地址', '电子邮件 2 地址', '电子邮件 3 地址', '其他邮箱', '备用邮箱', '邮箱2', '邮箱3', '电子邮件2',
    'e-mail 2 address', 'e-mail 3 address', 'secondary email', 'other email', 'email 2', 'email 3', 'email 2 address',
  ],
  phoneMobile: [
    '移动电话', '手机', '手机号', '手机号码', '移动电话号码', '电话号码', '联系电话', '联系方式', '移动电话2', '手机2',
    'mobile phone', 'mobile', 'cell', 'cell phone', 'mobile number', 'phone', 'phone number', 'telephone', 'primary phone',
    'mobile phone 2',
  ],
  phoneWork: [
    '商务电话', '单位电话', '公司电话', '办公电话', '工作电话', '座机', '固定电话', '商务电话2', '商务电话 2', '公司主要电话', '单位主要电话', '电话',
    'business phone', 'business phone 2', 'work phone', 'office phone', 'company main phone', 'business number', 'direct phone',
  ],
  phoneHome: [
    '住宅电话', '家庭电话', '住宅电话2', '住宅电话 2', '宅电',
    'home phone', 'home phone 2', 'home number',
  ],
  phoneOther: ['其他电话', '其它电话', '小灵通', 'other phone', 'pager', 'car phone', 'radio phone', 'assistants phone'],
  addressWork: [
    '商务地址', '单位地址', '公司地址', '办公地址', '地址', '联系地址', '通讯地址', '商务地址街道', '商务地址 街道', '公司街道', '商务街道',
    'business address', 'work address', 'address', 'business street', 'business address street',
  ],
  addressHome: [
    '住宅地址', '家庭地址', '家庭住址', '住址', '住宅地址街道', '住宅地址 街道', '住宅街道', '家庭街道',
    'home address', 'home street', 'home address street',
  ],
  addressOther: ['其他地址', '其它地址', '其他街道', '其它地址街道', 'other address', 'other street'],
  group: ['类别', '分组', '组', '群组', '联系组', '所属分组', '标签', 'categories', 'category', 'group', 'groups', 'group membership', 'labels'],
}

/** Headings of the parts of an address, which are put into one line with their street. */
// biome-ignore format: a table
const PARTS: readonly (readonly [RegExp, ContactColumn])[] = [
  [/^(?:商务|单位|公司|办公|business|work).*(?:市|县|城|省|州|自治区|邮政编码|邮编|国家|地区|city|state|postalcode|zip|country)/, 'addressWork'],
  [/^(?:住宅|家庭|home).*(?:市|县|城|省|州|自治区|邮政编码|邮编|国家|地区|city|state|postalcode|zip|country)/, 'addressHome'],
  [/^(?:其他|其它|other).*(?:市|县|城|省|州|自治区|邮政编码|邮编|国家|地区|city|state|postalcode|zip|country)/, 'addressOther'],
]

const plain = (heading: string): string =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{P}\p{S}]+/gu, '')

const KNOWN: ReadonlyMap<string, ContactColumn> = new Map(
  Object.entries(NAMES).flatMap(([column, names]) =>
    names.map((name) => [plain(name), column as ContactColumn] as const),
  ),
)

/** Google: `E-mail 1 - Value` with `E-mail 1 - Type` (or Label) beside it, and the parts of an address. */
const NUMBERED = /^(email|phone|address)(\d+)(value|formatted|type|label|.+)$/

/** A column whose cells say of which kind those of another column are. */
export interface KindColumn {
  readonly of: 'email' | 'phone' | 'address'
  readonly number: string
}

/** What a heading means: a field, the kind of another column, or nothing that is known. */
export function meaningOf(heading: string): ContactColumn | KindColumn {
  const text = plain(heading)
  const known = KNOWN.get(text)
  if (known) return known
  const numbered = NUMBERED.exec(text)
  if (numbered) {
    const [, what = '', number = '', part] = numbered
    if (part === 'type' || part === 'label') return { of: what as KindColumn['of'], number }
    if (what === 'address') return part === 'formatted' ? 'addressOther' : ''
    return part === 'value' ? (what === 'email' ? 'emailOther' : 'phoneOther') : ''
  }
  return PARTS.find(([pattern]) => pattern.test(text))?.[1] ?? ''
}

/** The number that Google gives columns which belong together. */
export const numberOf = (heading: string): string => NUMBERED.exec(plain(heading))?.[2] ?? ''
