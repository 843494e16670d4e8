import { whenNobodyActs } from '@yanshu/shell-api'
import { fetchParts } from '../on-demand/onDemand.tsx'
import { afterFirstView } from '../outlet/firstView.ts'

/**
 * Fetches, once the first view stands, what the user may want next: the parts of the frame that come on demand, and with
 * them what remotes say above the views, such as letters that were not finished. Returns how to call it off.
 */
export function warmUp(): () => void {
  let callOff = () => {}
  const stop = afterFirstView(() => {
    callOff = whenNobodyActs(() => void fetchParts().catch(() => undefined))
  })
  return () => {
    stop()
    callOff()
  }
}
