import type { Language, MessageTree } from './remote.ts'

type Load = () => Promise<{ readonly default: MessageTree }>

/** What messages are given to, and the language on the screen: `addMessages` and `language` of shell-api. */
export interface MessageShell {
  addMessages(ns: string, of: Language, messages: MessageTree): void
  language(): Language
}

/** The messages of a remote that come in parts. */
export interface PartedMessages<Part extends string> {
  /** For `i18n` of the remote: the first messages of a language, and every part that has been asked for. */
  load(of: Language): Promise<{ readonly default: MessageTree }>
  /**
   * Waits for code and for the messages of a part that the code shows, in the language on the screen and in the one that
   * it changes to. The two come side by side; the messages are loaded once.
   * @throws what either of them throws; the next call asks again
   */
  withPart<T>(part: Part, loading: Promise<T>): Promise<T>
}

/**
 * Messages that come in parts, which the build cuts (`messages` of the remote's `webpack.config.ts`). A part that has been
 * asked for comes in another language as well when the language changes.
 * @param ns the namespace of the remote
 * @param parts how each part is loaded in each language; `first` comes with the remote
 */
export function messageParts<Part extends string>(
  ns: string,
  { addMessages, language }: MessageShell,
  parts: Readonly<Record<Language, Readonly<Record<Part | 'first', Load>>>>,
): PartedMessages<Part> {
  const asked = new Map<Part, Promise<void>>()
  const add = async (part: Part, of: Language) => addMessages(ns, of, (await parts[of][part]()).default)
  // It is on the screen only when all remotes have their messages in it.
  let coming: Language | undefined
  const begin = async (part: Part) => {
    const there = new Set<Language>()
    const lacking = () => [language(), coming ?? language()].find((of) => !there.has(of))
    for (let of = lacking(); of; of = lacking()) {
      there.add(of)
      await add(part, of)
    }
  }
  const ask = (part: Part) => {
    const adding =
      asked.get(part) ??
      begin(part).catch((error: unknown) => {
        asked.delete(part)
        throw error
      })
    asked.set(part, adding)
    return adding
  }
  return {
    async load(of) {
      coming = of
      const [first] = await Promise.all([parts[of].first(), ...[...asked.keys()].map((part) => add(part, of))])
      return first
    },
    withPart: async (part, loading) => (await Promise.all([loading, ask(part)]))[0],
  }
}
