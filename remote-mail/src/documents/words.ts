import { addMessages, t, useT } from '@yanshu/shell-api'
import { documentsEn } from './documentsEn.ts'
import { documentsZh } from './documentsZh.ts'

/** A namespace of its own: the messages come with the code of the document center, in both languages. */
const NS = 'remote-mail-documents'

addMessages(NS, 'zh', documentsZh)
addMessages(NS, 'en', documentsEn)

export const useWords = () => useT(NS)

/** For what is not drawn. */
export const say = (key: keyof typeof documentsZh, values?: Readonly<Record<string, string | number>>) =>
  t(NS, key, values)
