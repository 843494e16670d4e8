import { addMessages, fetchPart } from '@yanshu/shell-api'
import { NS } from '../write/namespace.ts'

async function addWords(): Promise<void> {
  const { zh, en } = await fetchPart(() => import('./words.ts'))
  addMessages(NS, 'zh', zh)
  addMessages(NS, 'en', en)
}

/** Fetches where a sending time is chosen, with its words. @throws {PartError} as `fetchPart` does */
export async function loadSchedulePanel() {
  const panel = await fetchPart(() => import('./SchedulePanel.tsx'))
  await addWords()
  return panel
}

/** The same of the list of letters that leave later. */
export async function loadScheduledView() {
  const view = await fetchPart(() => import('./ScheduledView.tsx'))
  await addWords()
  return view
}
