import { addMessages, fetchPart } from '@yanshu/shell-api'
import { NS } from '../write/namespace.ts'

async function addWords(): Promise<void> {
  const { zh, en } = await fetchPart(() => import('./words.ts'))
  addMessages(NS, 'zh', zh)
  addMessages(NS, 'en', en)
}

/** Fetches where a draft is handed to a colleague, with its words. @throws {PartError} as `fetchPart` does */
export async function loadHandPanel() {
  const panel = await fetchPart(() => import('./HandPanel.tsx'))
  await addWords()
  return panel
}

/** The same of the bar that names who has the draft. */
export async function loadHandBar() {
  const bar = await fetchPart(() => import('./HandBar.tsx'))
  await addWords()
  return bar
}
