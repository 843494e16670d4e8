import { fetchPart } from '@yanshu/shell-api'

/** What shows follow-ups; it comes after the first list. */
export const fetchFollowUp = () => fetchPart(() => import('./views.ts'))
