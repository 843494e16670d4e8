import { addMessages, fetchPart } from '@yanshu/shell-api'
import { NS } from '../write/namespace.ts'

async function addWords(): Promise<void> {
  const { zh, en } = await fetchPart(() => import('./words.ts'))
  addMessages(NS, 'zh', zh)
  addMessages(NS, 'en', en)
}

/** Fetches where it is chosen how a letter may be read, with its words. @throws {PartError} as `fetchPart` does */
export async function loadReadingPanel() {
  const panel = await fetchPart(() => import('./ReadingPanel.tsx'))
  await addWords()
  return panel
}

/** The same of what is asked before such a letter is sent. */
export async function loadReadingCheck() {
  const check = await fetchPart(() => import('./readingCheck.ts'))
  await addWords()
  return check
}
