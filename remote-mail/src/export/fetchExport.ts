import { fetchPart } from '@yanshu/shell-api'

/** What saves several mails as one file; it comes when it is asked for. */
export const fetchExport = () => fetchPart(() => import('./views.tsx'))
