import { addMessages, useT } from '@yanshu/shell-api'

type Messages = Parameters<typeof addMessages>[2]

/**
 * Words that come with a part of the remote which its first views do not wait for, in a namespace of their own and in
 * both languages. Returns the hook that reads them.
 */
export function laterWords(part: string, { zh, en }: { readonly zh: Messages; readonly en: Messages }) {
  const namespace = `remote-calendar-${part}`
  addMessages(namespace, 'zh', zh)
  addMessages(namespace, 'en', en)
  return () => useT(namespace)
}
