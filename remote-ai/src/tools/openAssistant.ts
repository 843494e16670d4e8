import { drawer } from '@yanshu/shell-api'
import { showTab, type TabName } from '../engine/assistant.ts'

export const ME = 'remote-ai'

/** Opens the drawer, at one of its tabs. */
export function openAssistant(tab?: TabName): void {
  if (tab) showTab(tab)
  drawer.show(ME)
}
