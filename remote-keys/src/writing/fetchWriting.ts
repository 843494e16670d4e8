import { fetchPart } from '@yanshu/shell-api'

/** What signs and encrypts letters, fetched with the first letter that is to be. */
export const fetchWriting = () => fetchPart(() => import('./writingPart.ts'))
