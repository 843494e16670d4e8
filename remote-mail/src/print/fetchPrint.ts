import { fetchPart } from '@yanshu/shell-api'

/** The code that prints mails; it is loaded when something is printed. */
export const fetchPrint = () => fetchPart(() => import('./views.ts'))
