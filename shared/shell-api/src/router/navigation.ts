import { eventsOf } from '../storeOf.ts'

type Navigate = (path: string, options: { replace: boolean }) => void

let navigate: Navigate | null = null

const addressed = () => location.hash.slice(1)

/** Sets the function that carries out `go`. Returns how to remove it. */
export function connectRouter(next: Navigate): () => void {
  navigate = next
  return () => {
    if (navigate === next) navigate = null
  }
}

const goings = eventsOf<string>()

/** Calls back with each path that somebody goes to, with its query, before anything is drawn for it. Returns how to stop. */
export const onGo = goings.on

/**
 * Goes to a path of the application (`/inbox`). The same path again leaves no second step in the history. Before the
 * router runs, the address of the page is set.
 */
export function go(path: string, options: { replace?: boolean } = {}): void {
  const target = path.startsWith('/') ? path : `/${path}`
  const replace = options.replace === true || target === addressed()
  goings.emit(target)
  if (navigate) navigate(target, { replace })
  else if (replace) location.replace(`#${target}`)
  else location.hash = target
}
