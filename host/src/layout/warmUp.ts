import { startFederation } from '../federation-state/federationState.ts'
import { withReadyRemote } from '../federation-state/remotes.ts'
import { fetchParts } from '../on-demand/onDemand.tsx'

/** The first view has its data by then on all but the slowest lines. */
const AFTER_MS = 2_500

async function fetchAhead(): Promise<void> {
  await fetchParts()
  const federation = await startFederation()
  // It offers letters that were not finished when the page closed, so it must not wait for somebody to write.
  const writer = federation.ownerOf('/write/new/0')
  if (writer) await withReadyRemote(federation, writer.remote, async () => undefined)
}

/** Fetches, once the first view stands, what the user may want next. Returns how to call it off. */
export function warmUp(): () => void {
  const timer = setTimeout(() => void fetchAhead().catch(() => undefined), AFTER_MS)
  return () => clearTimeout(timer)
}
