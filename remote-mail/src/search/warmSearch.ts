import { loadSearch } from '../places/elsewhere.ts'
import { loadPanel, loadWords } from './laterParts.ts'

/** Fetches the panel, and with it the results, before they are asked for: in the field one or the other comes next. */
export const warmSearch = (): void => {
  for (const load of [loadSearch, loadPanel, loadWords]) load().catch(() => undefined)
}
