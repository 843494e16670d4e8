import { fetchPart } from '@yanshu/shell-api'

const loadWords = () => fetchPart(() => import('./toolWords.ts'))

/** Fetches the menus and panels of the letter's tools, with their words. @throws {PartError} as `fetchPart` does */
export async function loadPanels() {
  const part = await fetchPart(() => import('./LetterPanels.tsx'))
  const { addToolWords } = await loadWords()
  addToolWords()
  return part
}

/** The same of the page of papers in the settings. */
export async function loadPapersPage() {
  const page = await fetchPart(() => import('../papers/PapersPage.tsx'))
  const { addToolWords } = await loadWords()
  addToolWords()
  return page
}
