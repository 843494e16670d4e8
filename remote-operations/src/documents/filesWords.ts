import { addMessages, useT } from '@yanshu/shell-api'
import { filesEn } from './filesEn.ts'
import { filesZh } from './filesZh.ts'

/** A namespace of its own: these messages come with the page, in both languages. */
const WORDS = 'remote-operations-files'

addMessages(WORDS, 'zh', filesZh)
addMessages(WORDS, 'en', filesEn)

/** Translates with the messages of the page about the files of the organisation. */
export const useFilesWords = () => useT(WORDS)
