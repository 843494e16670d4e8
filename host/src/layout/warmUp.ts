import { fetchParts } from '../on-demand/onDemand.tsx'

/** The first view has its data by then on all but the slowest lines. */
const AFTER_MS = 2_500

/**
 * Fetches, once the first view stands, what the user may want next: the parts of the frame that come on demand, and with
 * them what remotes say above the views, such as letters that were not finished. Returns how to call it off.
 */
export function warmUp(): () => void {
  const timer = setTimeout(() => void fetchParts().catch(() => undefined), AFTER_MS)
  return () => clearTimeout(timer)
}
