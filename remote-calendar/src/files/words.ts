import { addMessages, useT } from '@yanshu/shell-api'
import en from './en.ts'
import zh from './zh.ts'

/** A namespace of its own: these come with the files, which the first views do not wait for. */
const NS = 'remote-calendar-files'

addMessages(NS, 'zh', zh)
addMessages(NS, 'en', en)

/** The words of the files of events. */
export const useFileWords = () => useT(NS)
