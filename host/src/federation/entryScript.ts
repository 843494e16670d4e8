import type { ChosenRemote } from '@yanshu/discovery'
import { examineFile, type PartTiming } from '@yanshu/shell-api'
import { RemoteError } from './RemoteError.ts'

type Failure = { readonly kind: 'timeout' | 'failed' } | { readonly kind: 'threw'; readonly error: unknown }

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** Runs a script and resolves with what it threw, if it did. Rejects with nothing: every outcome is a value. */
function runScript(url: string, integrity: string | null, timeout: number): Promise<Failure | undefined> {
  return new Promise((resolve) => {
    const script = document.createElement('script')
    let thrown: Failure | undefined
    const onThrow = (event: ErrorEvent) => {
      if (event.filename === script.src) thrown = { kind: 'threw', error: event.error ?? event.message }
    }
    const finish = (failure: Failure | undefined) => {
      clearTimeout(timer)
      window.removeEventListener('error', onThrow)
      script.onload = null
      script.onerror = null
      script.remove()
      resolve(failure)
    }
    const timer = setTimeout(() => finish({ kind: 'timeout' }), timeout)
    window.addEventListener('error', onThrow)
    script.onload = () => finish(thrown)
    script.onerror = () => finish({ kind: 'failed' })
    script.async = true
    script.crossOrigin = 'anonymous'
    if (integrity !== null) script.integrity = integrity
    script.src = url
    document.head.append(script)
  })
}

const globalOf = (name: string): unknown => Reflect.get(globalThis, name)

/** Loads containers, each at most once. */
export type ContainerLoader = (chosen: ChosenRemote) => Promise<unknown>

/** Gives the address of a further try: a request that hangs would otherwise be joined instead of repeated. */
type NextAddress = (url: string) => string

function countedAddresses(): NextAddress {
  const asked = new Map<string, number>()
  return (url) => {
    const times = asked.get(url) ?? 0
    asked.set(url, times + 1)
    if (times === 0) return url
    const again = new URL(url)
    again.searchParams.set('r', String(times))
    return again.href
  }
}

/** One address, with its retries. Gives the container or the error of the last try. */
async function tryAddress(
  chosen: ChosenRemote,
  url: string,
  next: NextAddress,
  timing: PartTiming,
): Promise<{ container: unknown } | RemoteError> {
  const { remote, version, integrity, mfName } = chosen
  let last = new RemoteError('load', remote, version, `${url} was not asked for`)
  for (const delay of [0, ...timing.retryDelays]) {
    if (delay > 0) await pause(delay)
    const address = next(url)
    const failure = await runScript(address, integrity, timing.timeout)
    const container = globalOf(mfName)
    if (!failure && container) return { container }
    if (!failure) return new RemoteError('evaluate', remote, version, `${url} does not define ${mfName}`)
    if (failure.kind === 'threw') return new RemoteError('evaluate', remote, version, 'its entry threw', failure.error)
    if (failure.kind === 'timeout') {
      return new RemoteError('load', remote, version, `${url} no answer within ${timing.timeout} ms`)
    }
    const reason = await examineFile(address, timing.timeout, integrity ?? undefined)
    last = new RemoteError(reason.class, remote, version, reason.detail)
    if (reason.class === 'integrity') return last
  }
  return last
}

/**
 * Makes a loader of containers: a remote's entry, checked by the browser against the manifest's integrity, from the
 * first of its addresses that gives it. The loader throws {@link RemoteError} of class `load`, `integrity` or
 * `evaluate`; also where the manifest gives no integrity, except for a local override.
 */
export function createContainerLoader(timing: PartTiming): ContainerLoader {
  const next = countedAddresses()
  return async (chosen) => {
    const { remote, version, mfName, integrity, reason, urls } = chosen
    const known = globalOf(mfName)
    if (known) return known
    if (!integrity && reason !== 'override') {
      throw new RemoteError('integrity', remote, version, 'no integrity in the manifest')
    }
    let last = new RemoteError('load', remote, version, 'the manifest gives no address')
    for (const url of urls) {
      const outcome = await tryAddress(chosen, url, next, timing)
      if (!(outcome instanceof RemoteError)) return outcome.container
      last = outcome
    }
    throw last
  }
}
