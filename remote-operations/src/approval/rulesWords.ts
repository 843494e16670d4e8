import { addMessages, useT } from '@yanshu/shell-api'
import { rulesEn } from './rulesEn.ts'
import { rulesZh } from './rulesZh.ts'

/** A namespace of its own: these messages come with the page, in both languages. */
const WORDS = 'remote-operations-approval'

addMessages(WORDS, 'zh', rulesZh)
addMessages(WORDS, 'en', rulesEn)

/** Translates with the messages of the rules of approval. */
export const useRulesWords = () => useT(WORDS)
