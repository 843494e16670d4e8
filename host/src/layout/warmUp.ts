import { fetchParts } from '../on-demand/onDemand.tsx'
import { atRestAfterFirstView } from '../outlet/firstView.ts'

/**
 * Fetches what the user may want next: the parts of the frame that come on demand, and with them what remotes say above
 * the views, such as letters that were not finished. Returns how to call it off.
 */
export const warmUp = (): (() => void) => atRestAfterFirstView(() => void fetchParts().catch(() => undefined))
