import { useT } from '@yanshu/shell-api'

export const NS = 'remote-addressbook'

/** The words of this remote. */
export const useWords = () => useT(NS)
