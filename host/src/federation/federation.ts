import type { RemoteModule } from '@yanshu/contracts'
import type { Contributes, ResolveReason, RolloutUser, RouteClaim } from '@yanshu/discovery'
import type { PartTiming } from '@yanshu/shell-api'
import type { LoadedManifest } from './loadManifest.ts'
import type { RemoteError } from './RemoteError.ts'
import type { SharedSources } from './runtime.ts'
import type { SharedModuleError } from './SharedModuleError.ts'

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
      /** The name of the build on the page; '' where no version was chosen. */
      readonly build: string
      readonly revision: number
      readonly ms: number
      /** The part of 10,000 that the user falls into by the salt of the rollout; null where there is none. */
      readonly bucket: number | null
      /** The build that failed and that this one stands in for, and how long ago that was noticed. */
      readonly instead: { readonly build: string; readonly ms: number } | null
    }
  | {
      readonly type: 'failure'
      readonly build: string
      readonly revision: number
      readonly error: RemoteError | SharedModuleError
    }
  | { readonly type: 'manifest-failure'; readonly error: unknown }

/** What the page may show its user. */
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
  readonly error: RemoteError | SharedModuleError
  /** True when another version replaces it: `load` now gives that one, or fails. */
  readonly replaced: boolean
}

/** The remotes of this page. */
export interface Federation {
  /** What each remote of the manifest adds, by the version that is chosen; by the default where none can be used. */
  contributions(): readonly RemoteContribution[]
  /** The remote that fills a hash path such as `inbox/3`, or undefined. */
  ownerOf(path: string): OwnedRoute | undefined
  /** Of the manifest in use. */
  revision(): number
  /** What runs now, if anything. */
  loaded(remote: string): LoadedRemote | undefined
  /**
   * Loads and activates a remote, once per page. When its version fails, the next one is tried.
   * @throws {RemoteError} the failure of the version that was meant, when no other works either
   * @throws {SharedModuleError} when a module of the host did not come, for which no version is to blame
   */
  load(remote: string): Promise<LoadedRemote>
  /**
   * Fetches the code of a remote without activating it, by the version that is chosen so far; null when none is.
   * @throws as {@link load}; nothing is given up for it
   */
  fetch(remote: string): Promise<RemoteModule | null>
  /** Loads a part of a remote (a route, a view), asked for again when it is lost on the way. @throws as {@link load} */
  loadPart<T>(remote: string, part: () => Promise<T>): Promise<T>
  /**
   * Reports an error of a running version: one of `loadPart`, or one that an outlet caught. A part that cannot be had
   * gives the version up at once, an exception on the screen the second time within a minute; but only when another
   * candidate of the manifest is available: a version that mostly works is better than none.
   */
  failed(remote: LoadedRemote, error: unknown): Promise<FailureVerdict>
  /** Leaves the running version of a remote; the next `load` loads the one that the manifest has now. */
  replace(remote: string): void
  /** Sets who is logged in; call it before `load`. What runs stays, until `endLogin` shows that it was another's. */
  setUser(user: RolloutUser): void
  /** The login ended: leaves every remote, so that each is activated anew for the next one. */
  endLogin(): void
  /** Asks for the manifest now. */
  refresh(): Promise<void>
  on<E extends keyof FederationEvents>(event: E, listener: (detail: FederationEvents[E]) => void): () => void
  /** Stops asking for the manifest and leaves every remote. */
  stop(): void
}
