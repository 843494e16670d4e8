import { fetchPart } from '@yanshu/shell-api'

/** What fetches attached files; it comes when one is wanted. */
export const fetchSaving = () => fetchPart(() => import('./savingFiles.ts'))
