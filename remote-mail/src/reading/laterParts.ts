import { onDemandParts } from '@yanshu/shell-api'

/** What a mail is read without: it comes with the cards above the text, once the first mail is shown. */
export const { useParts: useLater } = onDemandParts(() => import('./laterViews.ts'))
