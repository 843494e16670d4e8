import { addMessages, fetchPart } from '@yanshu/shell-api'
import { NS } from '../write/namespace.ts'

/** Fetches the menus and panels of the letter's tools, with their words. @throws {PartError} as `fetchPart` does */
export async function loadPanels() {
  const part = await fetchPart(() => import('./LetterPanels.tsx'))
  addMessages(NS, 'zh', part.words.zh)
  addMessages(NS, 'en', part.words.en)
  return part
}
