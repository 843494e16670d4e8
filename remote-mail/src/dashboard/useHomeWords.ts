import { addMessages, useT } from '@yanshu/shell-api'
import en from '../messages/en.ts?part=home'
import zh from '../messages/zh.ts?part=home'

/** A namespace of its own: code that waits for the messages of the remote must not mistake these for them. */
const HOME_WORDS = 'remote-mail-home'

addMessages(HOME_WORDS, 'zh', zh)
addMessages(HOME_WORDS, 'en', en)

/** Translates with the messages of the home page, which come with it, in both languages. */
export const useHomeWords = () => useT(HOME_WORDS)
