import { folders, t } from '@yanshu/shell-api'
import { MORE_WORDS } from './moreWords.ts'

/** A word that makes what stands behind it a condition, or that is one. */
export interface OperatorHint {
  /** As it is written in the box. */
  readonly word: string
  readonly meaning: string
  /** The text of the box with the word in place of its beginning. */
  readonly text: string
  /** Nothing but the operator stands in the box: there is nothing to be searched yet. */
  readonly alone?: boolean
}

/** Of each condition the word in both languages, as `readSearchWords` reads them, and the name of its meaning. */
const OPERATORS = [
  { en: 'from:', zh: '发件人:', meaning: 'from' },
  { en: 'to:', zh: '收件人:', meaning: 'to' },
  { en: 'subject:', zh: '主题:', meaning: 'subject' },
  { en: 'in:', zh: '文件夹:', meaning: 'in' },
  { en: 'after:', zh: '晚于:', meaning: 'after' },
  { en: 'before:', zh: '早于:', meaning: 'before' },
  { en: 'has:attachment', zh: '有附件', meaning: 'attachment' },
  { en: 'is:unread', zh: '未读', meaning: 'unread' },
  { en: 'is:read', zh: '已读', meaning: 'read' },
] as const

const HINTS = 3
/** Letters after which a word is completed: one alone begins too many of them. */
const LEAST = 2
const IN_FOLDER = /^(in|文件夹)[:：]["“”]?(.*)$/iu

/** The operators that the last word of a text begins, and for `in:` the folders. */
export function operatorHints(text: string): readonly OperatorHint[] {
  const last = /\S+$/u.exec(text)?.[0] ?? ''
  const before = text.slice(0, text.length - last.length)
  const named = IN_FOLDER.exec(last)
  if (named) return inFolders(before, named[1] ?? 'in', named[2] ?? '')
  const begun = last.toLowerCase().replace('：', ':')
  if ([...begun].length < LEAST) return []
  return OPERATORS.filter((one) => [one.en, one.zh].some((word) => word.startsWith(begun) && word !== begun))
    .slice(0, HINTS)
    .map((one) => {
      // In the language in which it was begun.
      const word = one.zh.startsWith(begun) ? one.zh : one.en
      const space = word.endsWith(':') ? '' : ' '
      return { word, meaning: t(MORE_WORDS, `operator.${one.meaning}`), text: `${before}${word}${space}` }
    })
}

function inFolders(before: string, operator: string, begun: string): readonly OperatorHint[] {
  const tree = folders.tree()
  const wanted = begun.replaceAll(/["“”]/gu, '').toLowerCase()
  const all = tree.lists ? [...tree.lists.folderList, ...tree.lists.customList] : []
  return all
    .map((folder) => tree.nameOf(folder))
    .filter((name) => name.toLowerCase().startsWith(wanted) && name.toLowerCase() !== wanted && !/["“”]/u.test(name))
    .slice(0, HINTS)
    .map((name) => {
      const word = `${operator}:${/\s/u.test(name) ? `"${name}"` : name}`
      const alone = begun === '' && before === ''
      return { word, meaning: t(MORE_WORDS, 'operator.in'), text: `${before}${word} `, alone }
    })
}
