import { keptPart } from '@yanshu/contracts'
import { withWords } from '../messages/words.ts'

/** The view of results. */
export const results = keptPart(() => withWords(() => import('./SearchView.tsx')))
