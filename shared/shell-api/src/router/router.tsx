import { type ReactNode, useEffect, useMemo } from 'react'
import { HashRouter, useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { connectRouter } from './navigation.ts'

/** Where the user is: the path without its query, and the query. */
export function useRoute(): { path: string; query: URLSearchParams } {
  const { pathname, search } = useLocation()
  return useMemo(() => ({ path: pathname, query: new URLSearchParams(search) }), [pathname, search])
}

/** Whether the address the user is at took the place of the one before. */
export const useReplaced = (): boolean => useNavigationType() === 'REPLACE'

/** Gives `go` the router. It stands before the application, so that the first effect in there may go somewhere else. */
function Connect() {
  const navigate = useNavigate()
  useEffect(() => connectRouter((path, options) => void navigate(path, options)), [navigate])
  return null
}

/**
 * The router of the application: hash routes (§2), and `go` for what is not a component. An address that changes is
 * shown at once and never as a transition, so that tab strip, title and view always show the same place.
 */
export const ShellRouter = ({ children }: { children: ReactNode }) => (
  <HashRouter useTransitions={false}>
    <Connect />
    {children}
  </HashRouter>
)
