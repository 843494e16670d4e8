type Navigate = (path: string, options: { replace: boolean }) => void

/** Called with a path that is navigated to, and how. The view of the path waits for what it answers. */
type Asker = (path: string, options: GoOptions) => Promise<unknown> | undefined

export interface GoOptions {
  /** The address replaces the one before. */
  readonly replace?: boolean
  /**
   * Goes when what the view has asked for is there, or after a moment: then it is drawn once, and not first with nothing
   * in it. A navigation elsewhere meanwhile has precedence.
   */
  readonly withAnswer?: boolean
  /** The address only follows what is on the screen already. It does not change while another navigation waits. */
  readonly follows?: boolean
}

/** An answer that needs more time is not waited for: that something was pressed must be seen. */
const ANSWER_WITHIN_MS = 50

let navigate: Navigate | null = null
/** Gives up the path that waits for its answer; null where none does. */
let giveUp: (() => void) | null = null

/** Path and query that the address of the page has. */
export const addressed = (): string => location.hash.slice(1)

/** Sets the function that carries out `go`. Returns how to remove it. */
export function connectRouter(next: Navigate): () => void {
  navigate = next
  return () => {
    if (navigate === next) navigate = null
  }
}

const askers = new Set<Asker>()

/** Calls back with each path that is navigated to, with its query, before anything is drawn for it. Returns how to stop. */
export function onGo(asker: Asker): () => void {
  askers.add(asker)
  return () => askers.delete(asker)
}

type Arrival = (path: string, replace: boolean) => void

const arrivals = new Set<Arrival>()

/**
 * Calls back in the step in which the address has changed, by `go`, by Back and Forward or by hand, with what it is now and
 * whether it took the place of the one before: what changes then is drawn together with the address. Returns how to stop.
 */
export function onArrival(arrival: Arrival): () => void {
  arrivals.add(arrival)
  return () => arrivals.delete(arrival)
}

/** For the router: the address has changed. */
export function arrivedAt(path: string, replace: boolean): void {
  for (const arrival of arrivals) arrival(path, replace)
}

/** Goes on when all of it has come or failed, or after a moment; not at all when that is given up. */
function waitFor(answers: readonly Promise<unknown>[], goOn: () => void): void {
  const end = () => {
    clearTimeout(timer)
    removeEventListener('popstate', end)
    giveUp = null
  }
  const finish = () => {
    if (giveUp !== end) return
    end()
    goOn()
  }
  const timer = setTimeout(finish, ANSWER_WITHIN_MS)
  // Back and Forward go elsewhere without asking.
  addEventListener('popstate', end)
  giveUp = end
  void Promise.allSettled(answers).then(finish)
}

/**
 * Goes to a path of the application (`/inbox`). The same path again leaves no second step in the history. Before the
 * router runs, the address of the page is set.
 */
export function go(path: string, options: GoOptions = {}): void {
  if (options.follows && giveUp) return
  const target = path.startsWith('/') ? path : `/${path}`
  // A view that corrects its own address does not go elsewhere.
  if (!options.replace) giveUp?.()
  const answers = [...askers].map((ask) => ask(target, options)).filter((answer) => answer !== undefined)
  const leave = () => {
    const replace = options.replace === true || target === addressed()
    navigate?.(target, { replace })
    arrivedAt(target, replace)
  }
  if (!navigate) {
    if (options.replace || target === addressed()) location.replace(`#${target}`)
    else location.hash = target
  } else if (options.withAnswer && answers.length > 0) waitFor(answers, leave)
  else leave()
}
