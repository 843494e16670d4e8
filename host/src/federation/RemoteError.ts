/**
 * What kind of failure a remote had, because each is handled differently:
 * `load` could not be fetched, `integrity` was fetched but is not what the manifest promises, `evaluate` threw while
 * starting, `contract` does not offer what a remote must, `compat` does not fit this host, `render` threw on the screen.
 */
export type RemoteErrorClass = 'load' | 'evaluate' | 'render' | 'contract' | 'integrity' | 'compat'

/** A failure of one version of one remote. The message is for logs; the screen shows one sentence per class. */
export class RemoteError extends Error {
  readonly class: RemoteErrorClass
  readonly remote: string
  /** Empty when no version was chosen. */
  readonly version: string

  constructor(errorClass: RemoteErrorClass, remote: string, version: string, message: string, cause?: unknown) {
    super(`${remote}${version ? ` ${version}` : ''}: ${message}`, { cause })
    this.name = 'RemoteError'
    this.class = errorClass
    this.remote = remote
    this.version = version
  }
}

/** Whether the same version may succeed when it is asked for again: a network error may be over. */
export const mayRecover = (error: RemoteError): boolean => error.class === 'load' || error.class === 'integrity'
