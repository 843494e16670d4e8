import { addMessages, useT } from '@yanshu/shell-api'
import en from '../messages/en.ts?part=search'
import zh from '../messages/zh.ts?part=search'

/** A namespace of its own: code that waits for the messages of the remote must not mistake these for them. */
export const SEARCH_WORDS = 'remote-mail-search'

addMessages(SEARCH_WORDS, 'zh', zh)
addMessages(SEARCH_WORDS, 'en', en)

/** Translates with the messages of search, which come with it, in both languages. */
export const useSearchWords = () => useT(SEARCH_WORDS)
