/** What examining a file found: `load`, it did not come or something else came; `integrity`, it is not what was built. */
export interface Finding {
  readonly class: 'load' | 'integrity'
  /** A sentence for the log. */
  readonly detail: string
  /** Whether it came whole this time. */
  readonly isThere: boolean
}

/** The integrity of files that failed, by address: the browser gives no reason when it refuses a file. One entry per failure. */
const expected = new Map<string, string>()

/** Remembers the integrity of every script and style sheet that fails from now on. Returns how to stop. */
export function followFailedFiles(): () => void {
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLScriptElement) expected.set(target.src, target.integrity)
    else if (target instanceof HTMLLinkElement) expected.set(target.href, target.integrity)
  }
  window.addEventListener('error', onError, true)
  return () => window.removeEventListener('error', onError, true)
}

/**
 * Finds out why the browser refused a script or a style sheet: fetches it from the network and checks it. Every kept copy, of
 * the browser and of the service worker, is replaced on the way, so that a bad one does not stay.
 * @param address as it was asked for, with or without the query of a further try
 * @param timeout milliseconds
 * @param integrity what the file must be; undefined where it is not known
 */
export async function examineFile(
  address: string,
  timeout: number,
  integrity: string | undefined = expected.get(address),
): Promise<Finding> {
  const url = address.replace(/[?#].*/, '')
  const signal = AbortSignal.timeout(timeout)
  const found = (what: string, isThere = false): Finding => ({ class: 'load', detail: `${url} ${what}`, isThere })
  try {
    const answer = await fetch(url, { cache: 'reload', signal })
    await answer.arrayBuffer()
    const type = answer.headers.get('content-type') ?? ''
    if (!answer.ok) return found(`answered ${answer.status}`)
    if (!type.includes(url.endsWith('.css') ? 'text/css' : 'javascript')) {
      return found(`answered ${type || 'no content type'}`)
    }
  } catch {
    return found('could not be reached')
  }
  if (!integrity) return found('failed', true)
  try {
    // What has just come, from the browser's cache. Only this check also works where the page has no secure context.
    await fetch(url, { cache: 'force-cache', signal, integrity })
    return found('failed once', true)
  } catch {
    return { ...found('is not what was built'), class: 'integrity' }
  }
}
