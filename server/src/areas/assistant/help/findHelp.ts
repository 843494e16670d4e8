import type { Language } from '@yanshu/contracts'
import { type HelpTopic, helpTopics } from '@yanshu/help'
import { questionTokens, stem, wholePairs } from '../words/questionWords.ts'

export interface FoundTopic {
  readonly topic: HelpTopic
  /** How much of what was asked the topic holds, from 0 to 1, rare words counting for more. */
  readonly covered: number
}

interface Indexed {
  readonly topic: HelpTopic
  readonly strong: ReadonlySet<string>
  readonly all: ReadonlySet<string>
}

/** Topics are few and fixed, so that their words are cut once for each language. */
const indexes = new Map<Language, Promise<readonly Indexed[]>>()

const stemmed = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => wholePairs(text)).map(stem))

function indexOf(language: Language): Promise<readonly Indexed[]> {
  const known = indexes.get(language)
  if (known) return known
  const made = helpTopics(language).then((topics) =>
    topics.map((topic) => {
      const strong = stemmed([topic.title, ...topic.keywords])
      return { topic, strong, all: new Set([...strong, ...stemmed([topic.text])]) }
    }),
  )
  indexes.set(language, made)
  return made
}

/** What counts of a word that stands in the text alone. */
const IN_TEXT = 0.45

/** The topics that answer a question best, at most three. */
export async function findHelp(question: string, language: Language): Promise<FoundTopic[]> {
  const index = await indexOf(language)
  const asked = [...new Set(questionTokens(question).map(stem))]
  if (asked.length === 0) return []
  const rarity = new Map(
    asked.map((token) => {
      const containing = index.filter(({ all }) => all.has(token)).length
      return [token, Math.log(1 + index.length / (1 + containing))] as const
    }),
  )
  const total = [...rarity.values()].reduce((sum, value) => sum + value, 0)
  return index
    .map(({ topic, strong, all }) => {
      const covered = asked.reduce((sum, token) => {
        const worth = rarity.get(token) ?? 0
        return sum + (strong.has(token) ? worth : all.has(token) ? worth * IN_TEXT : 0)
      }, 0)
      return { topic, covered: covered / total }
    })
    .filter(({ covered }) => covered > 0)
    .sort((a, b) => b.covered - a.covered)
    .slice(0, 3)
}
