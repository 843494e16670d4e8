import { fetchPart } from '@yanshu/shell-api'

/** What sorts and filters lists, and acts on many mails; it comes when it is asked for. */
export const fetchTriage = () => fetchPart(() => import('./views.ts'))
