import { drawer } from '@yanshu/shell-api'
import { showTab, type TabName, want } from '../engine/assistant.ts'

export const ME = 'remote-ai'

/** What each tab of a mail makes. */
const MADE = { summary: 4, risk: 5 } as const

/** Opens the drawer, at one of its tabs; those of a mail begin at once. */
export function openAssistant(tab?: TabName): void {
  if (tab) showTab(tab)
  if (tab === 'summary' || tab === 'risk') want(MADE[tab])
  drawer.show(ME)
}
