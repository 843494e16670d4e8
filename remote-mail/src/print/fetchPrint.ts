import { fetchPart } from '@yanshu/shell-api'

/** What puts mails on paper; it comes when something is printed. */
export const fetchPrint = () => fetchPart(() => import(/* webpackChunkName: "later-print" */ './views.ts'))
