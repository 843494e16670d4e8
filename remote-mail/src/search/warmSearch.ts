import { loadPanel, loadWords } from './laterParts.ts'
import { results } from './results.ts'

/** Fetches the panel, and with it the results, before they are asked for: in the field one or the other comes next. */
export const warmSearch = (): void => {
  for (const load of [results.load, loadPanel, loadWords]) load().catch(() => undefined)
}
