import { BEACON_FACTS_MAX, type BeaconFact } from '@yanshu/contracts'
import { http, onGo, platform, screenLock, session } from '@yanshu/shell-api'
import { federationState } from '../federation-state/federationState.ts'
import { duplicateModules } from './duplicates.ts'
import { factsOf, type Owner } from './facts.ts'
import { noted } from './noted.ts'
import { measureVitals } from './vitals.ts'

/** How often the page reports what happened, if anything did. */
const SEND_EVERY_MS = 30_000
/** Of views that were left, so many are remembered for what is measured late. */
const VIEWS_KEPT = 20

const isSuccess = ({ kind }: BeaconFact) => kind === 'load' || kind === 'vital'

/** The build of a remote that runs, or the host. */
function ownerOf(remote: string | undefined): Owner {
  const state = federationState.get()
  const federation = state.status === 'ready' ? state.federation : null
  const revision = federation?.revision() ?? 0
  const build = remote && federation?.loaded(remote)?.mfName
  return remote && build ? { remote, build, revision } : { remote: 'host', build: __HOST_VERSION__, revision }
}

function shownRemote(path: string): string | undefined {
  const state = federationState.get()
  return state.status === 'ready' ? state.federation.ownerOf(path)?.remote : undefined
}

/**
 * Reports to the server, in batches, what happened on this page: which versions ran or failed, how fast views were, where an
 * error was thrown. Nothing of a person or a mail is in it, and it goes with a call like any other.
 */
export function sendBeacons(): void {
  const views: { readonly from: number; readonly path: string }[] = [{ from: 0, path: location.hash }]
  onGo((path) => {
    views.push({ from: performance.now(), path })
    if (views.length > VIEWS_KEPT) views.shift()
  })
  const vitals = measureVitals((time) => ownerOf(shownRemote(views.findLast(({ from }) => from <= time)?.path ?? '')))
  const duplicates = new Set<string>()
  const chance = Math.random()
  let oneIn = 1
  let sending = false

  const collect = (): BeaconFact[] => {
    const host = ownerOf(undefined)
    const context = { host, origins: [location.origin, platform().remotesOrigin], ownerOf }
    const facts = noted()
      .splice(0)
      .flatMap((what) => factsOf(what, context))
    facts.push(...vitals.take())
    for (const module of duplicateModules()) {
      if (duplicates.has(module)) continue
      duplicates.add(module)
      facts.push({ kind: 'duplicate', ...host })
    }
    // The chance is drawn once for the page, so that it reports all that goes well or none of it.
    return chance < 1 / oneIn ? facts : facts.filter((fact) => !isSuccess(fact))
  }

  const send = async (): Promise<void> => {
    // A locked screen asks nothing; what was noted waits.
    if (sending || oneIn === 0 || screenLock.state() || session.state().status !== 'open') return
    const facts = collect()
    if (facts.length === 0) return
    sending = true
    try {
      for (let at = 0; at < facts.length; at += BEACON_FACTS_MAX) {
        const body = { facts: facts.slice(at, at + BEACON_FACTS_MAX), oneIn }
        oneIn = (await http.post('telemetry/beacon', body, { silent: true, keepalive: true })).oneIn
        if (oneIn === 0) return
      }
    } catch {
      // What could not be sent is dropped: reports must never delay a mail.
    } finally {
      sending = false
    }
  }
  setInterval(() => void send(), SEND_EVERY_MS)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void send()
  })
}
