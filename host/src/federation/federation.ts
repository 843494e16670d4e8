import type { RemoteModule } from '@yanshu/contracts'
import {
  type ChosenRemote,
  type Contributes,
  defaultOf,
  type Manifest,
  NoCandidateError,
  type Resolution,
  type ResolveReason,
  type RolloutUser,
  type RouteClaim,
  resolve,
} from '@yanshu/discovery'
import { fetchPart, followFailedFiles, PART_TIMING, type PartTiming } from '@yanshu/shell-api'
import { activate } from './activate.ts'
import { CircuitBreaker } from './CircuitBreaker.ts'
import { checkContract } from './checkContract.ts'
import { classifyLoading, classifyOnScreen } from './classifyFailure.ts'
import { type LoadedManifest, loadManifest } from './loadManifest.ts'
import { RemoteError } from './RemoteError.ts'
import { createRuntime, type Runtime, type SharedSources } from './runtime.ts'

/** A prefix of the hash path and the remote that fills it. */
export interface OwnedRoute extends RouteClaim {
  readonly remote: string
}

/** What a remote of the manifest adds to the screens of others. */
export interface RemoteContribution {
  readonly remote: string
  readonly contributes: Contributes
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
  /** A version runs no longer; what was set up for it goes. */
  left: { readonly remote: string }
}

export interface FederationOptions {
  readonly shared: SharedSources
  /** Versions of the shared packages; the build gives them as `__PROVIDED_VERSIONS__`. */
  readonly provided: Readonly<Record<string, string>>
  readonly hostVersion: string
  /** `REMOTE_CONTRACT_MAJOR` of the contracts this host was built with. */
  readonly contractMajor: number
  /** Whether a local build may stand in for a deployed one; `allowOverride` of the platform settings. */
  readonly allowOverride?: boolean
  /** Entries of local builds by remote; see `readOverrides`. */
  readonly overrides?: Readonly<Record<string, string>>
  /** Origins besides the page's own that code may come from. */
  readonly origins?: readonly string[]
  readonly report?: (report: FederationReport) => void
  readonly timing?: PartTiming
  readonly manifest?: () => Promise<LoadedManifest>
  /** Called when the code of a remote has run, before it is activated: what is needed next can be on its way. */
  readonly onModule?: (module: RemoteModule) => void
}

/** What a failure of a running version leads to. */
export interface FailureVerdict {
  readonly error: RemoteError
  /** True when another version takes the place: `load` now gives that one, or fails. */
  readonly replaced: boolean
}

/** The remotes of this page. */
export interface Federation {
  /** What each remote of the manifest adds, by the version that is chosen; by the default where none can be used. */
  contributions(): readonly RemoteContribution[]
  /** The remote that fills a hash path such as `inbox/3`, or undefined. */
  ownerOf(path: string): OwnedRoute | undefined
  /** What runs now, if anything. */
  loaded(remote: string): LoadedRemote | undefined
  /**
   * Loads and activates a remote, once per page. When its version fails, the next one is tried.
   * @throws {RemoteError} the failure of the version that was meant, when no other works either
   */
  load(remote: string): Promise<LoadedRemote>
  /** Loads a part of a remote (a route, a view), asked for again when it is lost on the way. @throws {RemoteError} */
  loadPart<T>(remote: string, part: () => Promise<T>): Promise<T>
  /**
   * Tells of an error of a running version: one of `loadPart`, or one that an outlet caught. A part that cannot be had
   * gives the version up at once, an exception on the screen the second time within a minute; but only when another
   * candidate of the manifest can be had, for a version that mostly works is better than none.
   */
  failed(remote: LoadedRemote, error: unknown): Promise<FailureVerdict>
  /** Leaves the running version of a remote; the next `load` takes the one that the manifest wants now. */
  replace(remote: string): void
  /** Says who is logged in; call it before `load`. What runs stays, until `endLogin` says that it was another's. */
  setUser(user: RolloutUser): void
  /** The login ended: leaves every remote, so that each is activated anew for the next one. */
  endLogin(): void
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
  readonly #timing: PartTiming
  readonly #runtime: Runtime
  readonly #breaker = new CircuitBreaker()
  readonly #running = new Map<string, Running>()
  readonly #loading = new Map<string, Promise<LoadedRemote>>()
  readonly #listeners: Listeners = { newRevision: new Set(), revoked: new Set(), left: new Set() }
  readonly #previousGood: Record<string, string> = {}
  readonly #stopFollowing = followFailedFiles()
  #user: RolloutUser | undefined
  /** Counts logins, so that what began in one is not activated in the next. */
  #login = 0
  #manifest: Manifest
  #resolution: Resolution
  #askedAt = Date.now()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: FederationOptions, manifest: Manifest) {
    this.#options = options
    this.#timing = options.timing ?? PART_TIMING
    this.#runtime = createRuntime(options.shared, options.provided, this.#timing)
    this.#manifest = manifest
    this.#resolution = this.#resolve(manifest)
    window.addEventListener('focus', this.#onFocus)
    this.#schedule()
  }

  contributions(): readonly RemoteContribution[] {
    return [...this.#resolution].flatMap(([remote, outcome]) => {
      // The place of a remote that cannot be loaded now is known, so the page can say what is missing there.
      const contributes =
        outcome instanceof NoCandidateError
          ? defaultOf(this.#manifest.discovery.microFrontends[remote] ?? [])?.extras.contributes
          : outcome.contributes
      return contributes ? [{ remote, contributes }] : []
    })
  }

  ownerOf(path: string): OwnedRoute | undefined {
    const clean = path.replace(/^[#/]+/, '').replace(/[?#].*$/, '')
    for (const { remote, contributes } of this.contributions()) {
      const route = contributes.routes.find(({ prefix }) => clean === prefix || clean.startsWith(`${prefix}/`))
      if (route) return { ...route, remote }
    }
    return undefined
  }

  loaded(remote: string): LoadedRemote | undefined {
    return this.#running.get(remote)?.remote
  }

  load(remote: string): Promise<LoadedRemote> {
    const running = this.#running.get(remote)
    if (running) return Promise.resolve(running.remote)
    const loading = this.#loading.get(remote)
    if (loading) return loading
    // Asked again when every version had failed: the network may be back, so what only it spoiled is tried anew.
    if (!this.#candidate(remote)) this.#breaker.forgive(remote)
    const started = this.#loadFirstThatWorks(remote).finally(() => {
      if (this.#loading.get(remote) === started) this.#loading.delete(remote)
    })
    this.#loading.set(remote, started)
    return started
  }

  async loadPart<T>(remote: string, part: () => Promise<T>): Promise<T> {
    const version = this.loaded(remote)?.version ?? ''
    try {
      return await fetchPart(part, this.#timing)
    } catch (cause) {
      const error = await classifyLoading(cause, remote, version, this.#timing.timeout)
      this.#reportFailure(error)
      throw error
    }
  }

  async failed(remote: LoadedRemote, cause: unknown): Promise<FailureVerdict> {
    const { name, version, mfName } = remote
    const error = await classifyOnScreen(cause, name, version, this.#timing.timeout)
    // An error of `loadPart` has been reported by it.
    if (!(cause instanceof RemoteError)) this.#reportFailure(error)
    if (this.loaded(name)?.mfName !== mfName) return { error, replaced: true }
    const tolerated = error.class === 'render' && !this.#breaker.renderFailed(mfName, Date.now())
    return { error, replaced: !tolerated && (await this.#giveUp(remote, error)) }
  }

  replace(remote: string): void {
    const running = this.#running.get(remote)
    if (!running) return
    this.#running.delete(remote)
    this.#emit('left', { remote })
    try {
      running.dispose?.()
    } catch (cause) {
      this.#reportFailure(new RemoteError('evaluate', remote, running.remote.version, 'it could not be left', cause))
    }
  }

  setUser(user: RolloutUser): void {
    const before = this.#user
    this.#user = user
    this.#resolution = this.#resolve(this.#manifest)
    if (!before || before.key === user.key) this.#tellChanges()
  }

  endLogin(): void {
    this.#login += 1
    this.#loading.clear()
    for (const remote of [...this.#running.keys()]) this.replace(remote)
  }

  async refresh(): Promise<void> {
    this.#askedAt = Date.now()
    try {
      this.take(await (this.#options.manifest ?? loadManifest)())
    } catch (error) {
      this.#options.report?.({ type: 'manifest-failure', error })
    }
  }

  /** Adopts a manifest of the server, also one that is still on its way; the last good one is no news. */
  take({ manifest, stale, late }: LoadedManifest): void {
    if (!stale && manifest.revision !== this.#manifest.revision) this.#adopt(manifest)
    void late?.then((fresh) => fresh && this.take(fresh))
  }

  on<E extends keyof FederationEvents>(event: E, listener: (detail: FederationEvents[E]) => void): () => void {
    this.#listeners[event].add(listener)
    return () => this.#listeners[event].delete(listener)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    window.removeEventListener('focus', this.#onFocus)
    this.#stopFollowing()
    this.endLogin()
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

  /** The version that is chosen, or undefined when there is none that may run. */
  #chosen(remote: string, resolution = this.#resolution): ChosenRemote | undefined {
    const chosen = resolution.get(remote)
    return chosen instanceof NoCandidateError ? undefined : chosen
  }

  /** The version that the manifest gives now, or undefined when it has none that may run. */
  #candidate(remote: string): ChosenRemote | undefined {
    return this.#chosen(remote, this.#resolve(this.#manifest))
  }

  /**
   * Leaves a version for the life of the page, once another one is here to take its place. Returns false, and stays,
   * when none can be had: a page without a network keeps what it shows.
   */
  async #giveUp({ name, mfName }: LoadedRemote, error: RemoteError): Promise<boolean> {
    this.#breaker.failed(name, mfName, error)
    let next = this.#candidate(name)
    while (next && next.mfName !== mfName) {
      const { version, mfName: another } = next
      try {
        await this.#runtime.loadExposed(next)
        this.#resolution = this.#resolve(this.#manifest)
        if (this.loaded(name)?.mfName === mfName) this.replace(name)
        return true
      } catch (cause) {
        const failure = await classifyLoading(cause, name, version, this.#timing.timeout)
        this.#reportFailure(failure)
        this.#breaker.failed(name, another, failure)
        next = this.#candidate(name)
      }
    }
    this.#breaker.pardon(mfName)
    this.#breaker.forgive(name)
    return false
  }

  async #loadFirstThatWorks(remote: string): Promise<LoadedRemote> {
    let first: RemoteError | undefined
    for (;;) {
      this.#resolution = this.#resolve(this.#manifest)
      const chosen = this.#resolution.get(remote)
      if (!chosen || chosen instanceof NoCandidateError) {
        const known = first ?? this.#breaker.failureOf(remote)
        throw known ?? new RemoteError('compat', remote, '', chosen?.message ?? 'the manifest does not list it', chosen)
      }
      const outcome = await this.#attempt(chosen)
      if (!outcome) continue
      if (!(outcome instanceof RemoteError)) return outcome
      first ??= outcome
      this.#reportFailure(outcome)
      this.#breaker.failed(remote, chosen.mfName, outcome)
      if (chosen.reason === 'override') throw first
    }
  }

  /** Null when the choice has to be made again. */
  async #attempt(chosen: ChosenRemote): Promise<LoadedRemote | RemoteError | null> {
    const { remote: name, version, mfName, reason } = chosen
    const started = performance.now()
    const login = this.#login
    try {
      const exposed = await this.#runtime.loadExposed(chosen)
      // Nothing runs yet: when another manifest came meanwhile, or the user became known, theirs is the version to take.
      if (login === this.#login && this.#chosen(name)?.mfName !== mfName) return null
      const value: unknown =
        typeof exposed === 'object' && exposed !== null ? Reflect.get(exposed, 'default') : undefined
      const module = checkContract(value, name, version, this.#options.contractMajor)
      const remote: LoadedRemote = { name, version, mfName, reason, module }
      this.#options.onModule?.(module)
      const dispose = await activate(remote, this.#timing, () => login === this.#login)
      this.#running.set(name, { remote, dispose })
      this.#previousGood[name] = mfName
      const ms = Math.round(performance.now() - started)
      this.#options.report?.({ type: 'load', remote: name, version, revision: this.#manifest.revision, ms })
      return remote
    } catch (error) {
      return classifyLoading(error, name, version, this.#timing.timeout)
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
    this.#tellChanges()
  }

  /** Tells of running versions that were withdrawn, and of others that a reload would bring. */
  #tellChanges(): void {
    const { revision, discovery } = this.#manifest
    const changed: string[] = []
    for (const [name, { remote }] of this.#running) {
      const candidates = discovery.microFrontends[name] ?? []
      const stage = candidates.find(({ extras }) => extras.mf.name === remote.mfName)?.extras.rollout?.stage
      const chosen = this.#chosen(name)
      if (stage === 'revoked') this.#emit('revoked', { remote: name, version: remote.version })
      else if (chosen && chosen.mfName !== remote.mfName) changed.push(name)
    }
    if (changed.length > 0) this.#emit('newRevision', { revision, remotes: changed })
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
  const loaded = await (options.manifest ?? loadManifest)()
  const federation = new PageFederation(options, loaded.manifest)
  federation.take(loaded)
  return federation
}
