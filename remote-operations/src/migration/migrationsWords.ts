import { addMessages, useT } from '@yanshu/shell-api'
import { migrationsEn } from './migrationsEn.ts'
import { migrationsZh } from './migrationsZh.ts'

/** A namespace of its own: these messages come with the page, in both languages. */
const WORDS = 'remote-operations-migration'

addMessages(WORDS, 'zh', migrationsZh)
addMessages(WORDS, 'en', migrationsEn)

/** Translates with the messages of the migrations of the organisation. */
export const useMigrationsWords = () => useT(WORDS)
