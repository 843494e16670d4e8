import { addMessages, useLanguage, useT } from '@yanshu/shell-api'
import { approvalEn } from './approvalEn.ts'
import { approvalZh } from './approvalZh.ts'

/** A namespace of its own: the messages of approval come with its code, in both languages. */
export const APPROVAL_WORDS = 'remote-mail-approval'

addMessages(APPROVAL_WORDS, 'zh', approvalZh)
addMessages(APPROVAL_WORDS, 'en', approvalEn)

/** Translates with the messages of approval. */
export const useApprovalWords = () => useT(APPROVAL_WORDS)

/** The sentence of the server in the language of the user. */
export function useSentence(): (sentence: { readonly zh: string; readonly en: string }) => string {
  const language = useLanguage()
  return (sentence) => sentence[language]
}
