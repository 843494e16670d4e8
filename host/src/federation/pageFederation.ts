import type { RemoteModule } from '@yanshu/contracts'
import { type ChosenRemote, type Manifest, NoCandidateError, type RolloutUser } from '@yanshu/discovery'
import { fetchPart, followFailedFiles, PART_TIMING, type PartTiming } from '@yanshu/shell-api'
import { activate } from './activate.ts'
import { checkContract } from './checkContract.ts'
import { classifyLoading, classifyOnScreen, isThereAgain } from './classifyFailure.ts'
import type {
  FailureVerdict,
  Federation,
  FederationEvents,
  FederationOptions,
  LoadedRemote,
  OwnedRoute,
  RemoteContribution,
} from './federation.ts'
import { type LoadedManifest, loadManifest } from './loadManifest.ts'
import { ManifestWatch } from './manifestWatch.ts'
import { RemoteError } from './RemoteError.ts'
import { createRuntime, type Runtime } from './runtime.ts'
import { SharedModuleError } from './SharedModuleError.ts'
import { VersionChoice } from './versionChoice.ts'

interface Running {
  readonly remote: LoadedRemote
  readonly dispose: (() => void) | undefined
}

type Listeners = { [E in keyof FederationEvents]: Set<(detail: FederationEvents[E]) => void> }

/** The federation of one page: what is loaded, runs, fails and is left. */
export class PageFederation implements Federation {
  readonly #options: FederationOptions
  readonly #timing: PartTiming
  readonly #runtime: Runtime
  readonly #choice: VersionChoice
  readonly #watch: ManifestWatch
  readonly #running = new Map<string, Running>()
  readonly #loading = new Map<string, Promise<LoadedRemote>>()
  /** The failure of each remote that nothing has taken the place of yet, and when it was noticed. */
  readonly #failed = new Map<string, { readonly build: string; readonly at: number }>()
  readonly #listeners: Listeners = { newRevision: new Set(), revoked: new Set(), left: new Set() }
  readonly #stopFollowing = followFailedFiles()
  /** Counts logins, so that what began in one is not activated in the next. */
  #login = 0

  constructor(options: FederationOptions, manifest: Manifest) {
    this.#options = options
    this.#timing = options.timing ?? PART_TIMING
    this.#runtime = createRuntime(options.shared, options.provided, this.#timing)
    this.#choice = new VersionChoice(options, manifest)
    this.#watch = new ManifestWatch({
      load: () => (options.manifest ?? loadManifest)(),
      ttlSeconds: () => this.#choice.manifest.ttlSeconds,
      onLoaded: (loaded) => this.take(loaded),
      onFailed: (error) => options.report?.({ type: 'manifest-failure', error }),
    })
  }

  contributions = (): readonly RemoteContribution[] => this.#choice.contributions()
  ownerOf = (path: string): OwnedRoute | undefined => this.#choice.ownerOf(path)
  revision = (): number => this.#choice.manifest.revision
  loaded = (remote: string): LoadedRemote | undefined => this.#running.get(remote)?.remote
  refresh = (): Promise<void> => this.#watch.refresh()

  load(remote: string): Promise<LoadedRemote> {
    const running = this.#running.get(remote)
    if (running) return Promise.resolve(running.remote)
    const loading = this.#loading.get(remote)
    if (loading) return loading
    // Asked again when every version had failed: the network may be back, so what only it spoiled is tried anew.
    if (!this.#choice.candidate(remote)) this.#choice.breaker.forgive(remote)
    const started = this.#loadFirstThatWorks(remote).finally(() => {
      if (this.#loading.get(remote) === started) this.#loading.delete(remote)
    })
    this.#loading.set(remote, started)
    return started
  }

  async fetch(remote: string): Promise<RemoteModule | null> {
    const chosen = this.#choice.chosen(remote)
    return chosen ? this.#moduleOf(chosen, await this.#runtime.loadExposed(chosen)) : null
  }

  async loadPart<T>(remote: string, part: () => Promise<T>): Promise<T> {
    const { version = '', mfName = '' } = this.loaded(remote) ?? {}
    try {
      return await fetchPart(part, this.#timing)
    } catch (cause) {
      const error = await classifyLoading(cause, remote, version, this.#timing.timeout)
      this.#reportFailure(error, mfName)
      throw error
    }
  }

  async failed(remote: LoadedRemote, cause: unknown): Promise<FailureVerdict> {
    const { name, version, mfName } = remote
    const error = await classifyOnScreen(cause, name, version, this.#timing.timeout)
    // An error of `loadPart` has been reported by it.
    if (!(cause instanceof RemoteError)) this.#reportFailure(error, mfName)
    if (error instanceof SharedModuleError) return { error, replaced: false }
    if (this.loaded(name)?.mfName !== mfName) return { error, replaced: true }
    const tolerated = error.class === 'render' && !this.#choice.breaker.renderFailed(mfName, Date.now())
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
      const { version, mfName } = running.remote
      this.#reportFailure(new RemoteError('evaluate', remote, version, 'not left', cause), mfName)
    }
  }

  setUser(user: RolloutUser): void {
    const before = this.#choice.user
    this.#choice.setUser(user)
    if (!before || before.key === user.key) this.#notifyListeners()
  }

  endLogin(): void {
    this.#login += 1
    this.#loading.clear()
    for (const remote of [...this.#running.keys()]) this.replace(remote)
  }

  /** Adopts a manifest of the server, also one that is still being fetched; the last good one changes nothing. */
  take({ manifest, stale, late }: LoadedManifest): void {
    const { revision, updatedAt } = this.#choice.manifest
    // An upgrade may bring another manifest under the same number.
    if (!stale && (manifest.revision !== revision || manifest.updatedAt !== updatedAt)) this.#adopt(manifest)
    void late?.then((fresh) => fresh && this.take(fresh))
  }

  on<E extends keyof FederationEvents>(event: E, listener: (detail: FederationEvents[E]) => void): () => void {
    this.#listeners[event].add(listener)
    return () => this.#listeners[event].delete(listener)
  }

  stop(): void {
    this.#watch.stop()
    this.#stopFollowing()
    this.endLogin()
  }

  /**
   * Leaves a version for the life of the page, once another one is here to take its place. Returns false, and stays,
   * when none can be had: a page without a network keeps what it shows.
   */
  async #giveUp({ name, mfName }: LoadedRemote, error: RemoteError): Promise<boolean> {
    const { breaker } = this.#choice
    breaker.failed(name, mfName, error)
    let next = this.#choice.candidate(name)
    while (next && next.mfName !== mfName) {
      const { version, mfName: another } = next
      try {
        await this.#runtime.loadExposed(next)
        // The network was away, and is back: the version is not to blame.
        if (await isThereAgain(error, this.#timing.timeout)) break
        this.#choice.renew()
        if (this.loaded(name)?.mfName === mfName) this.replace(name)
        return true
      } catch (cause) {
        const failure = await classifyLoading(cause, name, version, this.#timing.timeout)
        this.#reportFailure(failure, another)
        if (failure instanceof SharedModuleError) break
        breaker.failed(name, another, failure)
        next = this.#choice.candidate(name)
      }
    }
    breaker.pardon(mfName)
    breaker.forgive(name)
    return false
  }

  async #loadFirstThatWorks(remote: string): Promise<LoadedRemote> {
    let first: RemoteError | undefined
    for (;;) {
      this.#choice.renew()
      const chosen = this.#choice.outcome(remote)
      if (!chosen || chosen instanceof NoCandidateError) {
        const known = first ?? this.#choice.breaker.failureOf(remote)
        throw known ?? new RemoteError('compat', remote, '', chosen?.message ?? 'not in the manifest', chosen)
      }
      const outcome = await this.#attempt(chosen)
      if (!outcome) continue
      if (!(outcome instanceof Error)) return outcome
      this.#reportFailure(outcome, chosen.mfName)
      if (outcome instanceof SharedModuleError) throw outcome
      first ??= outcome
      this.#choice.breaker.failed(remote, chosen.mfName, outcome)
      if (chosen.reason === 'override') throw first
    }
  }

  /** Null when the choice has to be made again. */
  async #attempt(chosen: ChosenRemote): Promise<LoadedRemote | RemoteError | SharedModuleError | null> {
    const { remote: name, version, mfName, reason } = chosen
    const started = performance.now()
    const login = this.#login
    try {
      const exposed = await this.#runtime.loadExposed(chosen)
      // Nothing runs yet: when another manifest came meanwhile, or the user became known, theirs is the version to take.
      if (login === this.#login && this.#choice.chosen(name)?.mfName !== mfName) return null
      const module = this.#moduleOf(chosen, exposed)
      const remote: LoadedRemote = { name, version, mfName, reason, module }
      this.#options.onModule?.(module)
      const dispose = await activate(remote, this.#timing, () => login === this.#login)
      this.#running.set(name, { remote, dispose })
      this.#choice.ran(name, mfName)
      const ms = Math.round(performance.now() - started)
      const failed = this.#failed.get(name)
      this.#failed.delete(name)
      this.#options.report?.({
        type: 'load',
        remote: name,
        version,
        build: mfName,
        revision: this.#choice.manifest.revision,
        ms,
        bucket: this.#choice.bucket(name, mfName),
        instead:
          failed && failed.build !== mfName
            ? { build: failed.build, ms: Math.round(performance.now() - failed.at) }
            : null,
      })
      return remote
    } catch (error) {
      return classifyLoading(error, name, version, this.#timing.timeout)
    }
  }

  #moduleOf({ remote, version }: ChosenRemote, exposed: unknown): RemoteModule {
    const value: unknown = typeof exposed === 'object' && exposed !== null ? Reflect.get(exposed, 'default') : undefined
    return checkContract(value, remote, version, this.#options.contractMajor)
  }

  #adopt(manifest: Manifest): void {
    try {
      this.#choice.adopt(manifest)
    } catch (error) {
      // The manifest is for a newer host: what runs goes on, and a reload brings both.
      this.#options.report?.({ type: 'manifest-failure', error })
      this.#emit('newRevision', { revision: manifest.revision, remotes: [] })
      return
    }
    this.#notifyListeners()
  }

  /** Reports running versions that were withdrawn, and newer ones that a reload would load. */
  #notifyListeners(): void {
    const { revision, discovery } = this.#choice.manifest
    const changed: string[] = []
    for (const [name, { remote }] of this.#running) {
      const candidates = discovery.microFrontends[name] ?? []
      const stage = candidates.find(({ extras }) => extras.mf.name === remote.mfName)?.extras.rollout?.stage
      const chosen = this.#choice.chosen(name)
      if (stage === 'revoked') this.#emit('revoked', { remote: name, version: remote.version })
      else if (chosen && chosen.mfName !== remote.mfName) changed.push(name)
    }
    if (changed.length > 0) this.#emit('newRevision', { revision, remotes: changed })
  }

  #emit<E extends keyof FederationEvents>(event: E, detail: FederationEvents[E]): void {
    for (const listener of this.#listeners[event]) listener(detail)
  }

  #reportFailure(error: RemoteError | SharedModuleError, build: string): void {
    if (error instanceof RemoteError) this.#failed.set(error.remote, { build, at: performance.now() })
    this.#options.report?.({ type: 'failure', build, revision: this.#choice.manifest.revision, error })
  }
}
