import type { RootOptions } from 'react-dom/client'

/** What React reports of an error, beside the error itself. */
interface Where {
  readonly componentStack?: string | undefined
}

const report = (what: string, error: unknown, { componentStack }: Where) =>
  console.error(`${what} · host ${__HOST_VERSION__}`, error, componentStack ?? '')

/** Every error that React catches is reported here, with the stack of components. */
export const REPORTING: RootOptions = {
  onCaughtError: (error, where) => report('An area of the page failed', error, where),
  onRecoverableError: (error, where) => report('React recovered from an error', error, where),
  onUncaughtError(error, where) {
    report('The page failed', error, where)
    // Listeners for errors of the window get it like any other error that was not caught.
    reportError(error)
  },
}
