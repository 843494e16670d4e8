import { addMessages, fetchPart } from '@yanshu/shell-api'
import { NS } from '../write/namespace.ts'

async function addWords(): Promise<void> {
  const { zh, en } = await fetchPart(() => import('./words.ts'))
  addMessages(NS, 'zh', zh)
  addMessages(NS, 'en', en)
}

/** Fetches the versions of a draft, with their words. @throws {PartError} as `fetchPart` does */
export async function loadVersions() {
  const panel = await fetchPart(() => import('./VersionsPanel.tsx'))
  await addWords()
  return panel
}

/** The same of the line that names other windows with the draft. */
export async function loadOtherWindows() {
  const line = await fetchPart(() => import('./OtherWindows.tsx'))
  await addWords()
  return line
}
