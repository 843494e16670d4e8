import { addMessages, useT } from '@yanshu/shell-api'
import { automaticMailEn, automaticMailZh } from './automaticMailText.ts'

/** A namespace of its own: these messages come with the bar, in both languages. */
const WORDS = 'remote-settings-automatic-mail'

addMessages(WORDS, 'zh', automaticMailZh)
addMessages(WORDS, 'en', automaticMailEn)

export const useAutomaticMailWords = () => useT(WORDS)
