import { addMessages, useT } from '@yanshu/shell-api'
import { homeEn } from './homeEn.ts'
import { homeZh } from './homeZh.ts'

const NS = 'remote-mail-home'

addMessages(NS, 'zh', homeZh)
addMessages(NS, 'en', homeEn)

/** Translates with the messages of the home page, which no list needs. */
export const useHomeWords = () => useT(NS)
