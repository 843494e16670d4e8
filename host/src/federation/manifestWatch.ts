import type { LoadedManifest } from './loadManifest.ts'

/** A window that regained focus asks again, but not more often than this. */
const FOCUS_INTERVAL = 15_000

interface WatchOptions {
  readonly load: () => Promise<LoadedManifest>
  /** Seconds after which the manifest is asked for again. */
  readonly ttlSeconds: () => number
  readonly onLoaded: (loaded: LoadedManifest) => void
  readonly onFailed: (error: unknown) => void
}

/** Asks for the manifest again and again: after its time to live, and when the window regains focus. */
export class ManifestWatch {
  readonly #options: WatchOptions
  #askedAt = Date.now()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: WatchOptions) {
    this.#options = options
    window.addEventListener('focus', this.#onFocus)
    this.#schedule()
  }

  /** Asks now. */
  async refresh(): Promise<void> {
    this.#askedAt = Date.now()
    const { load, onLoaded, onFailed } = this.#options
    try {
      onLoaded(await load())
    } catch (error) {
      onFailed(error)
    }
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    window.removeEventListener('focus', this.#onFocus)
  }

  #schedule(): void {
    this.#timer = setTimeout(() => {
      void this.refresh().then(() => {
        if (this.#timer !== undefined) this.#schedule()
      })
    }, this.#options.ttlSeconds() * 1_000)
  }

  readonly #onFocus = (): void => {
    if (Date.now() - this.#askedAt >= FOCUS_INTERVAL) void this.refresh()
  }
}
