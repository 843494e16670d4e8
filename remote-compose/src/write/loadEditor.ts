import { fetchPart } from '@yanshu/shell-api'

/** What has come. */
const here: { editor?: typeof import('./LetterText.tsx') } = {}

/** Fetches the editor: begun beside the view, so that it is there when the first fields are filled. */
export async function loadEditor() {
  here.editor = await fetchPart(() => import('./LetterText.tsx'))
  return here.editor
}

/** The text of a letter in its editor, once its code is on the page. */
export const letterText = () => here.editor?.default
