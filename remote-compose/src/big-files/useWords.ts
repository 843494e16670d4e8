import { addMessages, useT } from '@yanshu/shell-api'
import { en, zh } from './words.ts'

/** A namespace of its own: the words come with the page, in both languages. */
const WORDS = 'remote-compose-big-files'

addMessages(WORDS, 'zh', zh)
addMessages(WORDS, 'en', en)

/** Translates with the words of the page by which files are handed in. */
export function useWords() {
  const t = useT(WORDS)
  return (key: string, values?: Readonly<Record<string, string | number>>) => t(`bigFiles.${key}`, values)
}
