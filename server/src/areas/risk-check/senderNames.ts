/** The forms of a sender's name by which a colleague may be meant. */
export interface NameForms {
  /** The name as it stands, and without titles. */
  readonly names: readonly string[]
  /** Pinyin without spaces, in either order: `Jianguo Wang` is also `wangjianguo`. */
  readonly sounds: readonly string[]
  /** The surname of a name that is a surname with a title (王总), else null. */
  readonly surname: string | null
  /** What may be the part before the @ of a colleague's address. */
  readonly locals: readonly string[]
}

/** A person of the organisation, as the directory has them. */
export interface Colleague {
  readonly name: string
  /** Syllables with spaces between them. */
  readonly pinyin: string
  readonly address: string
}

/** Characters of a sender's name that are checked. */
const NAME_MAX = 80
const CHINESE_TITLES =
  '董事长 总经理 副总经理 副总裁 总裁 副总 总监 总工 经理 副经理 主任 副主任 部长 处长 科长 主管 会计 出纳 老师 博士 教授 律师 工程师 秘书 助理 先生 女士 老板 董 总'.split(
    ' ',
  )
const ENGLISH_TITLES = new Set(
  'mr mrs ms miss dr prof ceo cfo cto coo president vp director manager chairman boss sir madam finance office'.split(
    ' ',
  ),
)

const withoutTitle = (name: string): string => {
  const title = CHINESE_TITLES.find((one) => name.length > one.length && name.endsWith(one))
  return title ? name.slice(0, -title.length).trim() : name
}

/** The forms of a sender's name. Pure; linear in a name of at most 80 characters. */
export function formsOfName(sender: string): NameForms {
  const name = sender.normalize('NFKC').slice(0, NAME_MAX).trim()
  const runs = name.match(/\p{Script=Han}+/gu) ?? []
  const han = runs.join('')
  const plain = withoutTitle(han)
  const words = (name.toLowerCase().match(/[a-z]+/g) ?? []).filter((word) => !ENGLISH_TITLES.has(word))
  const joined = words.join('')
  const turned =
    words.length > 1
      ? [[...words.slice(1), words[0] ?? ''].join(''), [words.at(-1) ?? '', ...words.slice(0, -1)].join('')]
      : []
  const local = /^[a-z0-9._-]{3,40}$/i.test(name) ? [name.toLowerCase()] : []
  const written = /([a-z0-9._-]{1,60})@[a-z0-9.-]+\.[a-z]{2,}/i.exec(name)?.[1]?.toLowerCase()
  return {
    names: [...new Set([name, han, plain, ...runs, ...runs.map(withoutTitle)].filter((one) => [...one].length > 1))],
    // One syllable alone is a surname or a word: `wang`, `an`.
    sounds:
      words.length > 1 || joined.length > 6 ? [...new Set([joined, ...turned])].filter((one) => one.length > 3) : [],
    surname: plain !== han && [...plain].length === 1 ? plain : null,
    locals: [...local, ...(written ? [written] : [])],
  }
}

/** Whether the forms of a sender's name name this person. */
export const namesColleague = ({ names, sounds, locals }: NameForms, { name, pinyin, address }: Colleague): boolean =>
  names.includes(name) ||
  sounds.includes(pinyin.replaceAll(' ', '')) ||
  locals.includes(address.slice(0, address.lastIndexOf('@')))
