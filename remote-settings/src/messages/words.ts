import type { Language, MessageTree } from '@yanshu/contracts'
import { addMessages, fetchPart, language } from '@yanshu/shell-api'

export const NS = 'remote-settings'

type Load = () => Promise<{ readonly default: MessageTree }>

/**
 * What the settings show beside the words that come first, in the parts in which pages load it. Smaller parts would cost
 * more: each is compressed by itself, and its hash stands in the entry.
 */
const PARTS = {
  rules: {
    zh: () => fetchPart(() => import(/* webpackChunkName: "words-rules-zh" */ './zhRules.ts')),
    en: () => fetchPart(() => import(/* webpackChunkName: "words-rules-en" */ './enRules.ts')),
  },
  account: {
    zh: () => fetchPart(() => import(/* webpackChunkName: "words-account-zh" */ './zhAccount.ts')),
    en: () => fetchPart(() => import(/* webpackChunkName: "words-account-en" */ './enAccount.ts')),
  },
  further: {
    zh: () => fetchPart(() => import(/* webpackChunkName: "words-further-zh" */ './zhFurther.ts')),
    en: () => fetchPart(() => import(/* webpackChunkName: "words-further-en" */ './enFurther.ts')),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, Load>>>>

export type WordsPart = keyof typeof PARTS

/** Parts that a page has asked for: they come in another language as well when the language changes. */
const asked = new Map<WordsPart, Promise<void>>()

/** Two parts are what one key holds. */
const treeOf = (part: WordsPart, words: MessageTree): MessageTree => (part === 'further' ? words : { [part]: words })

const load = async (part: WordsPart, of: Language): Promise<MessageTree> =>
  treeOf(part, (await PARTS[part][of]()).default)

/** Adds a part in the language on the screen, also when that changes meanwhile. */
async function add(part: WordsPart): Promise<void> {
  for (let of: Language | null = language(); of !== null; ) {
    addMessages(NS, of, await load(part, of))
    of = language() === of ? null : language()
  }
}

/** Loads the words of a page, once. */
export function withWords(part: WordsPart): Promise<void> {
  const known = asked.get(part)
  if (known) return known
  const adding = add(part).catch((error: unknown) => {
    asked.delete(part)
    throw error
  })
  asked.set(part, adding)
  return adding
}

/** The words that come first, and those of the pages that have been opened. */
export async function wordsIn(of: Language): Promise<{ default: MessageTree }> {
  const first =
    of === 'en'
      ? fetchPart(() => import(/* webpackChunkName: "words-en" */ './enFirst.ts'))
      : fetchPart(() => import(/* webpackChunkName: "words-zh" */ './zhFirst.ts'))
  const parts = await Promise.all([...asked.keys()].map((part) => load(part, of)))
  return { default: Object.assign({}, (await first).default, ...parts) }
}
