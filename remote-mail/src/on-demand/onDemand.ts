import { onDemandParts } from '@yanshu/shell-api'
import { withWords } from '../messages/words.ts'

/**
 * What a list can be used without: what opens from it, selection, menus. It comes with the reading pane, which is
 * fetched ahead as well.
 */
export const { fetchParts, useParts } = onDemandParts(() => withWords(() => import('./parts.ts')))
