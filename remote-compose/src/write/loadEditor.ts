import { keptPart } from '@yanshu/contracts'
import { fetchPart } from '@yanshu/shell-api'

/** The text of a letter in its editor: begun beside the view, so that it is there when the first fields are filled. */
export const editor = keptPart(() => fetchPart(() => import('./LetterText.tsx')))
