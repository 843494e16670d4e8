import { fetchPart } from '@yanshu/shell-api'

/** What seals and opens drafts, with its words. @throws {PartError} as `fetchPart` does */
export const fetchSealing = () => fetchPart(() => import('./sealedDrafts.ts'))
