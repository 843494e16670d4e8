import { addMessages, useT } from '@yanshu/shell-api'
import { searchEn } from './searchEn.ts'
import { searchZh } from './searchZh.ts'

/** A namespace of its own: code that waits for the messages of the remote must not mistake these for them. */
export const SEARCH_WORDS = 'remote-mail-search'

addMessages(SEARCH_WORDS, 'zh', searchZh)
addMessages(SEARCH_WORDS, 'en', searchEn)

/** Translates with the messages of search, which come with it, in both languages. */
export const useSearchWords = () => useT(SEARCH_WORDS)
