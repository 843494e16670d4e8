import { fetchPart } from '@yanshu/shell-api'

/** What shows follow-ups; it comes after the first list. */
export const fetchFollowUp = () => fetchPart(() => import(/* webpackChunkName: "later-followup" */ './views.ts'))
