/** Fetches the editor: begun beside the view, so that it is there when the first fields are filled. */
export const loadEditor = () => import('../editor/RichEditor.tsx')
