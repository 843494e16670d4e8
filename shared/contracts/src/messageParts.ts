import type { Language, MessageTree } from './remote.ts'

/** Loads the messages of a part in one language. */
export type LoadMessages = () => Promise<{ readonly default: MessageTree }>

/** What messages are loaded with and given to: functions of shell-api. */
export interface MessageShell {
  addMessages(ns: string, of: Language, messages: MessageTree): void
  fetchPart<T>(load: () => Promise<T>): Promise<T>
  language(): Language
}

/** The messages of a remote that come in parts. */
export interface PartedMessages<Part extends string> {
  /** For `i18n` of the remote: the first messages of a language, and every part that has been asked for. */
  load(of: Language): ReturnType<LoadMessages>
  /**
   * Fetches code, and beside it the messages of a part that the code shows: in the language on the screen, and in the one
   * that it changes to.
   * @throws {PartError} what `fetchPart` throws; the next call asks again
   */
  withPart<T>(load: () => Promise<T>, part: Part): Promise<T>
}

/**
 * Messages that come in parts, which the build cuts (`messages` of the remote's `webpack.config.ts`). A part that has been
 * asked for comes in another language as well when the language changes.
 * @param ns the namespace of the remote
 * @param parts how each part is loaded in each language; `first` comes with the remote
 */
export function messageParts<Part extends string>(
  ns: string,
  { addMessages, fetchPart, language }: MessageShell,
  parts: Readonly<Record<Language, Readonly<Record<Part | 'first', LoadMessages>>>>,
): PartedMessages<Part> {
  const asked = new Set<Part>()
  // It is on the screen only when all remotes have their messages in it.
  let coming: Language | undefined
  const add = async (part: Part, of: Language) => addMessages(ns, of, (await fetchPart(parts[of][part])).default)
  return {
    async load(of) {
      coming = of
      // A part that does not come must not keep the first messages away; the next view that shows it asks again.
      const adding = Promise.allSettled([...asked].map((part) => add(part, of)))
      const first = await fetchPart(parts[of].first)
      await adding
      return first
    },
    async withPart(load, part) {
      asked.add(part)
      const languages = new Set([language(), coming ?? language()])
      const [code] = await Promise.all([fetchPart(load), ...[...languages].map((of) => add(part, of))])
      return code
    },
  }
}
