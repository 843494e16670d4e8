import { addMessages, t, useT } from '@yanshu/shell-api'
import { followUpEn } from './followUpEn.ts'
import { followUpZh } from './followUpZh.ts'

/** A namespace of its own: the messages of follow-ups come with their code, in both languages. */
const NS = 'remote-mail-follow-up'

addMessages(NS, 'zh', followUpZh)
addMessages(NS, 'en', followUpEn)

/** Translates with the messages of follow-ups. */
export const useFollowUpWords = () => useT(NS)

/** The same outside of components. */
export const sayFollowUp = (key: string, values?: Readonly<Record<string, string | number>>): string =>
  t(NS, key, values)
