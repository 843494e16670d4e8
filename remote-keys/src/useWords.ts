import { useT } from '@yanshu/shell-api'

/** The words of this remote. */
export const useWords = () => useT('remote-keys')

/** The words of a key, in the language of the person. */
export type Say = (key: string, values?: Record<string, string | number>) => string
