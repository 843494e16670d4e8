import { mayRecover, type RemoteError } from './RemoteError.ts'

/** After two failures on the screen within this time a version is given up; in milliseconds. */
const RENDER_WINDOW = 60_000
const RENDER_FAILURES = 2

/** Remembers, for the life of a page, which builds failed and must not be chosen again. */
export class CircuitBreaker {
  readonly #failures = new Map<string, { readonly remote: string; readonly error: RemoteError }>()
  readonly #renderFailures = new Map<string, readonly number[]>()

  /** Names of the builds to pass over. */
  bad(): ReadonlySet<string> {
    return new Set(this.#failures.keys())
  }

  /** A build could not be started, or must be left. */
  failed(remote: string, mfName: string, error: RemoteError): void {
    this.#failures.set(mfName, { remote, error })
  }

  /** A build threw on the screen. Returns whether it has to be given up. @param now milliseconds */
  renderFailed(mfName: string, now: number): boolean {
    const recent = (this.#renderFailures.get(mfName) ?? []).filter((at) => now - at < RENDER_WINDOW)
    const failures = [...recent, now]
    this.#renderFailures.set(mfName, failures)
    return failures.length >= RENDER_FAILURES
  }

  /** The first failure among the builds of a remote that must not be chosen; undefined when there is none. */
  failureOf(remote: string): RemoteError | undefined {
    return [...this.#failures.values()].find((failure) => failure.remote === remote)?.error
  }

  /** A build may be chosen again. */
  pardon(mfName: string): void {
    this.#failures.delete(mfName)
  }

  /** Gives the builds of a remote another chance that failed for a reason which may have passed. */
  forgive(remote: string): void {
    for (const [mfName, failure] of this.#failures) {
      if (failure.remote === remote && mayRecover(failure.error)) this.#failures.delete(mfName)
    }
  }
}
