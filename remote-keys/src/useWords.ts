import { useT } from '@yanshu/shell-api'

/** The words of this remote. */
export const useWords = () => useT('remote-keys')
