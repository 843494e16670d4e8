import { popupRoot } from '@yanshu/ui'

/** Views that stay drawn behind the one in sight. Each keeps its elements and follows what changes. */
export const DRAWN_BEHIND = 2

/**
 * Which tabs stay drawn behind those in sight: the last ones visited whose views allow it. The others are hidden with
 * their effects taken down, which costs nothing while they are covered and a layout when they come back.
 *
 * @param history ids in the order in which they were last visited, newest last
 */
export function drawnBehind(
  history: readonly string[],
  { isInSight, mayStay }: { isInSight: (id: string) => boolean; mayStay: (id: string) => boolean },
): ReadonlySet<string> {
  return new Set(history.filter((id) => !isInSight(id) && mayStay(id)).slice(-DRAWN_BEHIND))
}

/** What may lie over a view, opened by it. */
const LAYERS = '[role=dialog], [role=menu], [role=listbox], [role=tooltip]'

/** Whether something lies over the page. With a view that is hidden it goes out of sight; with one that stays drawn it would not. */
export const isCovered = (): boolean => popupRoot().querySelector(LAYERS) !== null
