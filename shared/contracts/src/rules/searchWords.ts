import { type Moment, naturalDate } from '../days/naturalDate.ts'

/** The parts of what was typed into the search field. '' and null for a part that was not typed. */
export interface SearchWords {
  /** What is no condition: the words themselves. */
  readonly keyword: string
  readonly from: string
  readonly to: string
  readonly subject: string
  /** The name of a folder, as it was typed. */
  readonly folder: string
  /** 1 has, 0 has none, 2 all. */
  readonly attachment: 0 | 1 | 2
  /** 1 unread, 0 read, 2 all. */
  readonly unread: 0 | 1 | 2
  /** Epoch milliseconds; both moments are still part of the span. */
  readonly startTime: number | null
  readonly endTime: number | null
}

type Field = 'from' | 'to' | 'subject' | 'folder' | 'before' | 'after' | 'has' | 'is'

const FIELDS: Readonly<Record<string, Field>> = {
  from: 'from',
  发件人: 'from',
  发信人: 'from',
  to: 'to',
  收件人: 'to',
  subject: 'subject',
  主题: 'subject',
  in: 'folder',
  文件夹: 'folder',
  before: 'before',
  早于: 'before',
  after: 'after',
  晚于: 'after',
  has: 'has',
  is: 'is',
}

/** Conditions that are one word. */
const FLAGS: Readonly<Record<string, Partial<SearchWords>>> = {
  附件: { attachment: 1 },
  有附件: { attachment: 1 },
  无附件: { attachment: 0 },
  未读: { unread: 1 },
  已读: { unread: 0 },
  'has:attachment': { attachment: 1 },
  'has:附件': { attachment: 1 },
  'is:unread': { unread: 1 },
  'is:read': { unread: 0 },
  'is:未读': { unread: 1 },
  'is:已读': { unread: 0 },
}

interface Word {
  readonly text: string
  /** It stood between quotation marks and means itself. */
  readonly quoted: boolean
  /** What stands before a colon, '' where there is none. */
  readonly name: string
}

/** A word, with what it is named by (`from:`), quoted or not. Chinese colons and quotation marks count alike. */
const WORD = /(?:([^\s:："“”]+)[:：])?(?:["“”]([^"“”]*)["“”]?|([^\s"“”]*))/gu

function wordsOf(text: string): Word[] {
  const words: Word[] = []
  for (const [all, name = '', quoted, bare = ''] of text.matchAll(WORD)) {
    if (all === '') continue
    words.push({ name, text: quoted ?? bare, quoted: quoted !== undefined })
  }
  return words
}

/** A word as it was typed, for what turns out to be no condition. */
const typed = ({ name, text, quoted }: Word): string => `${name ? `${name}:` : ''}${quoted ? `"${text}"` : text}`

/**
 * Reads query words: `from:` `to:` `subject:` `in:` `before:` `after:` `has:attachment` `is:unread` and 发件人: 收件人:
 * 主题: 文件夹: 早于: 晚于: 附件 未读, in any order, with values in quotation marks where they have spaces. A date may be
 * written naturally (昨天, 上周三, 3月), also alone. What is no condition is searched for as it stands, and so is everything
 * between quotation marks. Of two conditions of one kind the last holds.
 */
export function readSearchWords(text: string, moment: Moment): SearchWords {
  const found: { -readonly [K in keyof SearchWords]: SearchWords[K] } = {
    keyword: '',
    from: '',
    to: '',
    subject: '',
    folder: '',
    attachment: 2,
    unread: 2,
    startTime: null,
    endTime: null,
  }
  const rest: string[] = []
  const words = wordsOf(text)
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (!word) break
    const field = FIELDS[word.name.toLowerCase()]
    const next = words[at + 1]
    // `from: lina` means the same as `from:lina`.
    const isApart = field !== undefined && !word.quoted && word.text === '' && next !== undefined && next.name === ''
    const value = isApart ? next.text : word.text
    if (field !== undefined && value !== '' && apply(found, field, value, moment)) {
      if (isApart) at += 1
      continue
    }
    if (word.name === '' && !word.quoted) {
      const flag = FLAGS[word.text]
      if (flag) {
        Object.assign(found, flag)
        continue
      }
      // Two words that are one date: last wednesday.
      const pair = next && next.name === '' && !next.quoted ? naturalDate(`${word.text} ${next.text}`, moment) : null
      const range = pair ?? (isPlainNumber(word.text) ? null : naturalDate(word.text, moment))
      if (range && (pair || !isCommonWord(word.text))) {
        found.startTime = range.from
        found.endTime = range.to - 1
        if (pair) at += 1
        continue
      }
    }
    if (word.text !== '' || word.name !== '') rest.push(word.name === '' && word.quoted ? word.text : typed(word))
  }
  found.keyword = rest.join(' ')
  return found
}

/** A number alone, or a date without a word that marks it, is searched for as it stands: 2026, 3/4. */
const isPlainNumber = (text: string): boolean => /^[\d/.-]+$/.test(text.normalize('NFKC'))
/** English names of months and days are words of mails, and of people, too. */
const isCommonWord = (text: string): boolean => /^[a-z]+$/i.test(text) && !/^(?:today|yesterday)$/i.test(text)

/** Notes a condition. Answers whether it was one. */
function apply(
  found: { -readonly [K in keyof SearchWords]: SearchWords[K] },
  field: Field,
  value: string,
  moment: Moment,
): boolean {
  if (field === 'has' || field === 'is') {
    const flag = FLAGS[`${field}:${value.toLowerCase()}`]
    if (flag) Object.assign(found, flag)
    return flag !== undefined
  }
  if (field === 'before' || field === 'after') {
    const range = naturalDate(value, moment)
    if (!range) return false
    if (field === 'before') found.endTime = range.from - 1
    else found.startTime = range.from
    return true
  }
  found[field] = value
  return true
}
