import type { RemoteModule } from '@yanshu/contracts'
import {
  type ChosenRemote,
  type Manifest,
  NoCandidateError,
  type Resolution,
  type ResolveReason,
  type RolloutUser,
  type RouteClaim,
  resolve,
} from '@yanshu/discovery'
import { CircuitBreaker } from './CircuitBreaker.ts'
import { checkContract } from './checkContract.ts'
import { ENTRY_TIMING, type EntryTiming } from './entryScript.ts'
import { type LoadedManifest, loadManifest } from './loadManifest.ts'
import { RemoteError } from './RemoteError.ts'
import { classify, createRuntime, type Runtime, type SharedSources } from './runtime.ts'

/** A prefix of the hash path and the remote that fills it. */
export interface OwnedRoute extends RouteClaim {
  readonly remote: string
}

/** A remote that runs on this page. */
export interface LoadedRemote {
  readonly name: string
  readonly version: string
  /** Unique per build: use it as the React key of an outlet, so that another build mounts anew. */
  readonly mfName: string
  readonly reason: ResolveReason
  readonly module: RemoteModule
}

/** Something worth counting. Times are milliseconds. */
export type FederationReport =
  | {
      readonly type: 'load'
      readonly remote: string
      readonly version: string
      readonly revision: number
      readonly ms: number
    }
  | { readonly type: 'failure'; readonly revision: number; readonly error: RemoteError }
  | { readonly type: 'manifest-failure'; readonly error: unknown }

/** What the page may want to tell its user. */
export interface FederationEvents {
  /** The manifest has other versions than run here; a reload brings them. */
  newRevision: { readonly revision: number; readonly remotes: readonly string[] }
  /** An operator withdrew a version that runs here: call `replace` when its tabs are clean. */
  revoked: { readonly remote: string; readonly version: string }
}

export interface FederationOptions {
  readonly shared: SharedSources
  /** Versions of the shared packages; the build gives them as `__PROVIDED_VERSIONS__`. */
  readonly provided: Readonly<Record<string, string>>
  readonly hostVersion: string
  /** `REMOTE_CONTRACT_MAJOR` of the contracts this host was built with. */
  readonly contractMajor: number
  readonly user?: RolloutUser | undefined
  /** Whether a local build may stand in for a deployed one; `allowOverride` of the platform settings. */
  readonly allowOverride?: boolean
  /** Entries of local builds by remote; see `readOverrides`. */
  readonly overrides?: Readonly<Record<string, string>>
  /** Origins besides the page's own that code may come from. */
  readonly origins?: readonly string[]
  readonly report?: (report: FederationReport) => void
  readonly timing?: EntryTiming
  readonly manifest?: () => Promise<LoadedManifest>
}

/** What a failure on the screen leads to. */
export interface RenderVerdict {
  readonly error: RemoteError
  /** True when this version is given up: `load` now gives another one, or fails. */
  readonly replaced: boolean
}

/** The remotes of this page. */
export interface Federation {
  /** Which remote fills which prefix; empty until `start` is done. */
  routes(): readonly OwnedRoute[]
  /** The remote that fills a hash path such as `inbox/3`, or undefined. */
  ownerOf(path: string): OwnedRoute | undefined
  /** What runs now, if anything. */
  loaded(remote: string): LoadedRemote | undefined
  /**
   * Loads and activates a remote, once per page. When its version fails, the next one is tried.
   * @throws {RemoteError} the failure of the version that was meant, when no other works either
   */
  load(remote: string): Promise<LoadedRemote>
  /** Loads a part of a remote (a route, a view), again if the network failed. @throws {RemoteError} */
  loadPart<T>(remote: string, part: () => Promise<T>): Promise<T>
  /** Tells of an error that an outlet caught. The second within a minute gives the version up. */
  renderFailed(remote: string, error: unknown): RenderVerdict
  /** Leaves the running version of a remote; the next `load` takes the one that the manifest wants now. */
  replace(remote: string): void
  /** Says who is logged in. What already runs stays. */
  setUser(user: RolloutUser | undefined): void
  /** Asks for the manifest now. */
  refresh(): Promise<void>
  on<E extends keyof FederationEvents>(event: E, listener: (detail: FederationEvents[E]) => void): () => void
  /** Stops asking for the manifest and leaves every remote. */
  stop(): void
}

interface Running {
  readonly remote: LoadedRemote
  readonly dispose: (() => void) | undefined
}

/** A window that regained focus asks again, but not more often than this. */
const FOCUS_INTERVAL = 15_000

type Listeners = { [E in keyof FederationEvents]: Set<(detail: FederationEvents[E]) => void> }

class PageFederation implements Federation {
  readonly #options: FederationOptions
  readonly #timing: EntryTiming
  readonly #runtime: Runtime
  readonly #breaker = new CircuitBreaker()
  readonly #running = new Map<string, Running>()
  readonly #loading = new Map<string, Promise<LoadedRemote>>()
  readonly #listeners: Listeners = { newRevision: new Set(), revoked: new Set() }
  readonly #previousGood: Record<string, string> = {}
  #user: RolloutUser | undefined
  #manifest: Manifest
  #resolution: Resolution
  #askedAt = Date.now()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: FederationOptions, manifest: Manifest) {
    this.#options = options
    this.#timing = options.timing ?? ENTRY_TIMING
    this.#runtime = createRuntime(options.shared, options.provided, this.#timing)
    this.#user = options.user
    this.#manifest = manifest
    this.#resolution = this.#resolve(manifest)
    window.addEventListener('focus', this.#onFocus)
    this.#schedule()
  }

  routes(): readonly OwnedRoute[] {
    const owned: OwnedRoute[] = []
    for (const [remote, outcome] of this.#resolution) {
      const routes = outcome instanceof NoCandidateError ? this.#defaultRoutes(remote) : outcome.routes
      for (const route of routes) owned.push({ ...route, remote })
    }
    return owned
  }

  ownerOf(path: string): OwnedRoute | undefined {
    const clean = path.replace(/^[#/]+/, '').replace(/[?#].*$/, '')
    return this.routes().find(({ prefix }) => clean === prefix || clean.startsWith(`${prefix}/`))
  }

  loaded(remote: string): LoadedRemote | undefined {
    return this.#running.get(remote)?.remote
  }

  load(remote: string): Promise<LoadedRemote> {
    const running = this.#running.get(remote)
    if (running) return Promise.resolve(running.remote)
    const loading = this.#loading.get(remote)
    if (loading) return loading
    // Asked again after it had failed: the network may be back, so what only the network spoiled is tried anew.
    this.#breaker.forgive(remote)
    const started = this.#loadFirstThatWorks(remote).finally(() => this.#loading.delete(remote))
    this.#loading.set(remote, started)
    return started
  }

  async loadPart<T>(remote: string, part: () => Promise<T>): Promise<T> {
    const version = this.loaded(remote)?.version ?? ''
    let last: RemoteError | undefined
    for (const delay of [0, ...this.#timing.retryDelays]) {
      if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay))
      try {
        return await part()
      } catch (error) {
        last = await classify(error, remote, version, this.#timing.timeout)
        if (last.class !== 'load') break
      }
    }
    const failure = last ?? new RemoteError('load', remote, version, 'a part could not be loaded')
    this.#reportFailure(failure)
    throw failure
  }

  renderFailed(remote: string, cause: unknown): RenderVerdict {
    const running = this.loaded(remote)
    const version = running?.version ?? ''
    const message = cause instanceof Error ? cause.message : String(cause)
    const error = cause instanceof RemoteError ? cause : new RemoteError('render', remote, version, message, cause)
    this.#reportFailure(error)
    if (!running || !this.#breaker.renderFailed(remote, running.mfName, error, Date.now()))
      return { error, replaced: false }
    this.#resolution = this.#resolve(this.#manifest)
    this.replace(remote)
    return { error, replaced: true }
  }

  replace(remote: string): void {
    const running = this.#running.get(remote)
    this.#running.delete(remote)
    try {
      running?.dispose?.()
    } catch (cause) {
      this.#reportFailure(
        new RemoteError('evaluate', remote, running?.remote.version ?? '', 'it could not be left', cause),
      )
    }
  }

  setUser(user: RolloutUser | undefined): void {
    this.#user = user
    this.#resolution = this.#resolve(this.#manifest)
  }

  async refresh(): Promise<void> {
    this.#askedAt = Date.now()
    try {
      const { manifest, stale } = await (this.#options.manifest ?? loadManifest)()
      if (!stale && manifest.revision !== this.#manifest.revision) this.#adopt(manifest)
    } catch (error) {
      this.#options.report?.({ type: 'manifest-failure', error })
    }
  }

  on<E extends keyof FederationEvents>(event: E, listener: (detail: FederationEvents[E]) => void): () => void {
    this.#listeners[event].add(listener)
    return () => this.#listeners[event].delete(listener)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    window.removeEventListener('focus', this.#onFocus)
    for (const remote of [...this.#running.keys()]) this.replace(remote)
  }

  #resolve(manifest: Manifest): Resolution {
    const { hostVersion, provided, allowOverride = false, overrides = {}, origins = [] } = this.#options
    return resolve(manifest, {
      hostVersion,
      provided,
      base: location.href,
      origins: [location.origin, ...origins],
      user: this.#user,
      bad: this.#breaker.bad(),
      previousGood: this.#previousGood,
      overrides,
      allowOverride,
    })
  }

  /** Routes of a remote that cannot be loaded now: its place is known, so the page can say what is missing there. */
  #defaultRoutes(remote: string): readonly RouteClaim[] {
    const candidates = this.#manifest.discovery.microFrontends[remote] ?? []
    return candidates.find(({ deployment }) => deployment.default)?.extras.routes ?? []
  }

  async #loadFirstThatWorks(remote: string): Promise<LoadedRemote> {
    let first: RemoteError | undefined
    for (;;) {
      this.#resolution = this.#resolve(this.#manifest)
      const chosen = this.#resolution.get(remote)
      if (!chosen || chosen instanceof NoCandidateError) {
        throw first ?? new RemoteError('compat', remote, '', chosen?.message ?? 'the manifest does not list it', chosen)
      }
      const outcome = await this.#attempt(chosen)
      if (!(outcome instanceof RemoteError)) return outcome
      first ??= outcome
      this.#reportFailure(outcome)
      this.#breaker.failed(remote, chosen.mfName, outcome)
      if (chosen.reason === 'override') throw first
    }
  }

  async #attempt(chosen: ChosenRemote): Promise<LoadedRemote | RemoteError> {
    const { remote: name, version, mfName, reason } = chosen
    const started = performance.now()
    try {
      const exposed = await this.#runtime.loadExposed(chosen)
      const value: unknown =
        typeof exposed === 'object' && exposed !== null ? Reflect.get(exposed, 'default') : undefined
      const module = checkContract(value, name, version, this.#options.contractMajor)
      const remote: LoadedRemote = { name, version, mfName, reason, module }
      this.#running.set(name, { remote, dispose: module.activate?.() })
      this.#previousGood[name] = mfName
      const ms = Math.round(performance.now() - started)
      this.#options.report?.({ type: 'load', remote: name, version, revision: this.#manifest.revision, ms })
      return remote
    } catch (error) {
      return classify(error, name, version, this.#timing.timeout)
    }
  }

  #adopt(manifest: Manifest): void {
    let resolution: Resolution
    try {
      resolution = this.#resolve(manifest)
    } catch (error) {
      // The manifest is for a newer host: what runs goes on, and a reload brings both.
      this.#options.report?.({ type: 'manifest-failure', error })
      this.#emit('newRevision', { revision: manifest.revision, remotes: [] })
      return
    }
    this.#manifest = manifest
    this.#resolution = resolution
    const changed: string[] = []
    for (const [name, { remote }] of this.#running) {
      const candidates = manifest.discovery.microFrontends[name] ?? []
      const stage = candidates.find(({ extras }) => extras.mf.name === remote.mfName)?.extras.rollout?.stage
      const chosen = resolution.get(name)
      if (stage === 'revoked') this.#emit('revoked', { remote: name, version: remote.version })
      else if (chosen && !(chosen instanceof NoCandidateError) && chosen.mfName !== remote.mfName) changed.push(name)
    }
    if (changed.length > 0) this.#emit('newRevision', { revision: manifest.revision, remotes: changed })
  }

  #emit<E extends keyof FederationEvents>(event: E, detail: FederationEvents[E]): void {
    for (const listener of this.#listeners[event]) listener(detail)
  }

  #reportFailure(error: RemoteError): void {
    this.#options.report?.({ type: 'failure', revision: this.#manifest.revision, error })
  }

  #schedule(): void {
    this.#timer = setTimeout(() => {
      void this.refresh().then(() => {
        if (this.#timer !== undefined) this.#schedule()
      })
    }, this.#manifest.ttlSeconds * 1_000)
  }

  readonly #onFocus = (): void => {
    if (Date.now() - this.#askedAt >= FOCUS_INTERVAL) void this.refresh()
  }
}

/**
 * Loads the manifest and starts the federation of this page. It is meant to be imported lazily, after the login page
 * is on the screen.
 *
 * @throws {ManifestUnavailableError} when there is no manifest to be had
 * @throws {HostTooOldError} when the manifest needs a newer host: reload the page
 */
export async function createFederation(options: FederationOptions): Promise<Federation> {
  const { manifest } = await (options.manifest ?? loadManifest)()
  return new PageFederation(options, manifest)
}
