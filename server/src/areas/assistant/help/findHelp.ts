import type { Language } from '@yanshu/contracts'
import { type HelpTopic, helpTopics } from '@yanshu/help'
import { questionTokens, stem, wholePairs } from '../words/questionWords.ts'
import { likenessOf } from './likeness.ts'

export interface FoundTopic {
  readonly topic: HelpTopic
  /** How much of what was asked the topic holds, from 0 to 1, rare words counting for more. */
  readonly covered: number
  /** The same with what a name adds that the question holds whole: topics are ordered by it. */
  readonly worth: number
  /** Whether the topic holds enough of it to be the answer; one that does not is only near. */
  readonly answers: boolean
}

interface Indexed {
  readonly topic: HelpTopic
  /** Words of the title and of the words by which it is found, in both languages: questions mix them. */
  readonly strong: readonly string[]
  readonly text: ReadonlySet<string>
  /** Each name of the topic as its words: a question that holds all words of one is about the topic. */
  readonly names: readonly (readonly string[])[]
}

/** Topics are few and fixed, so that their words are cut once for each language. */
const indexes = new Map<Language, Promise<readonly Indexed[]>>()

const wordsOf = (text: string): string[] => [...new Set(wholePairs(text).map(stem))]

function indexOf(language: Language): Promise<readonly Indexed[]> {
  const known = indexes.get(language)
  if (known) return known
  const made = Promise.all([helpTopics(language), helpTopics(language === 'zh' ? 'en' : 'zh')]).then(
    ([topics, others]) => {
      const otherOf = new Map(others.map((topic) => [topic.id, topic]))
      return topics.map((topic): Indexed => {
        const both = [topic, otherOf.get(topic.id) ?? topic]
        const names = both
          .flatMap(({ title, keywords }) => [title, ...keywords])
          .map((name) => questionTokens(name).map(stem))
        return {
          topic,
          strong: [...new Set(names.flat())],
          text: new Set(wordsOf(topic.text)),
          names: names.filter((name) => name.length > 0),
        }
      })
    },
  )
  indexes.set(language, made)
  return made
}

/** What counts of a word that stands in the text alone. */
const IN_TEXT = 0.4
/** What counts of a word that settings and questions of any kind have. */
const COMMON = 0.35
const COMMON_WORDS = new Set(
  [
    '设置 修改 更改 打开 开启 关闭 停止 取消 使用 邮件 邮箱 显示 添加 选择 换成 改成 改为 功能 时候 自己 可以 现在 最多 最长 多久 多长',
    'mail email set setting change turn on off use get make see show new open add want need let go do all message',
  ]
    .join(' ')
    .split(' ')
    .map(stem),
)
/** A single Chinese character is half a word: 改, 设, 换. */
const isCommon = (token: string): boolean => COMMON_WORDS.has(token) || /^\p{Script=Han}$/u.test(token)

/** Whether a pair only joins the end of a known word to the beginning of another: 止转 of 停止转发. */
const isBetween = (token: string, known: readonly string[]): boolean =>
  /^\p{Script=Han}{2}$/u.test(token) &&
  known.some((word) => word.length > 1 && word.at(-1) === token[0]) &&
  known.some((word) => word.length > 1 && word[0] === token[1])

/** How much of a question a topic must hold to answer it. */
const ANSWERS_FROM = 0.5
/** How much by a single word: “delete” alone is not what “delete my account” asks. */
const ANSWERS_BY_ONE_FROM = 0.62
/** How much of a question a name of the topic must be where the question holds all words of the name. */
const NAMED_FROM = 0.34
/** The same for a name of three words or more, which nothing else is called by chance: 撤回发送 is three pairs. */
const LONG_NAMED_FROM = 0.2
/** What a name adds that the question holds whole. */
const NAME_BONUS = 0.5

/** The topics that answer a question best, or are near to it, at most three. */
export async function findHelp(question: string, language: Language): Promise<FoundTopic[]> {
  const index = await indexOf(language)
  const asked = [...new Set(questionTokens(question).map(stem))]
  if (asked.length === 0) return []
  const held = index.map(({ strong, text }) =>
    asked.map((token) => Math.max(...strong.map((word) => likenessOf(token, word)), text.has(token) ? IN_TEXT : 0)),
  )
  const known = asked.filter((token, at) => isCommon(token) || held.some((row) => (row[at] ?? 0) > 0))
  const rarity = asked.map((token, at) => {
    const containing = held.filter((row) => (row[at] ?? 0) > 0).length
    if (containing === 0 && isBetween(token, known)) return 0
    return Math.log(1 + index.length / (1 + containing)) * (isCommon(token) ? COMMON : 1)
  })
  const total = rarity.reduce((sum, value) => sum + value, 0)
  return index
    .map(({ topic, names }, row) => {
      const covered = rarity.reduce((sum, worth, at) => sum + worth * (held[row]?.[at] ?? 0), 0) / total
      const isOne = asked.filter((token, at) => !isCommon(token) && (held[row]?.[at] ?? 0) > IN_TEXT).length < 2
      const name = Math.max(0, ...names.map((words) => weightOf(words, asked, rarity)))
      const longName = Math.max(0, ...names.map((words) => (words.length < 3 ? 0 : weightOf(words, asked, rarity))))
      return {
        topic,
        covered,
        worth: covered + (NAME_BONUS * name) / total,
        answers:
          covered >= (isOne ? ANSWERS_BY_ONE_FROM : ANSWERS_FROM) ||
          (!isOne && name >= NAMED_FROM * total) ||
          longName >= LONG_NAMED_FROM * total,
      }
    })
    .filter(({ covered }) => covered > 0)
    .sort((a, b) => b.worth - a.worth)
    .slice(0, 3)
}

/** What the words of a name are worth where the question holds them all, else 0. */
function weightOf(name: readonly string[], asked: readonly string[], rarity: readonly number[]): number {
  let weight = 0
  for (const word of name) {
    const at = asked.findIndex((token) => likenessOf(token, word) > 0)
    if (at < 0) return 0
    weight += rarity[at] ?? 0
  }
  return weight
}
