import { addMessages, useT } from '@yanshu/shell-api'
import { en } from './wordsEn.ts'
import { zh } from './wordsZh.ts'

const NS = 'remote-mail-migration'

addMessages(NS, 'zh', zh)
addMessages(NS, 'en', en)

/** Translates with the messages of this page alone. */
export const useMigrationWords = () => useT(NS)
