import { useT } from '@yanshu/shell-api'
import { NS } from './messages/words.ts'

/** The words of this remote. */
export const useWords = () => useT(NS)
