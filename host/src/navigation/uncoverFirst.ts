import { type GoOptions, type Tab, tabKey, tabsHost } from '@yanshu/shell-api'
import { afterPaint } from '@yanshu/ui'
import { isCovered } from './drawnBehind.ts'
import { panelId } from './panelId.ts'

/** Whether a view that was left shows a path: perhaps with a mail beside its list, but not with one in its place. */
const shows = (left: Tab, path: string): boolean =>
  left.path === path || (tabKey(left.path) === path && !document.querySelector(`#${panelId(left.id)} [inert]`))

/**
 * A view that stays drawn is shown with the next frame. Address, strip and sidebar follow when it has been
 * painted: drawing them needs more time than uncovering a view.
 */
export function uncoverFirst(path: string, { withAnswer, replace }: GoOptions): Promise<void> | undefined {
  // A view that corrects its own address does not go elsewhere.
  if (replace) return
  const { view, behind } = tabsHost.now()
  const tab = withAnswer ? view.tabs.find((one) => shows(one, path)) : undefined
  // What lies over a view that is left is hidden with it, which needs the whole change at once.
  const first = tab && behind.includes(tab.id) && !isCovered()
  tabsHost.uncover(first ? tab.id : null)
  return first ? new Promise<void>((painted) => afterPaint(painted)) : undefined
}
