import {
  bucketOf,
  type ChosenRemote,
  type Contributes,
  claimOf,
  defaultOf,
  type Manifest,
  NoCandidateError,
  type Resolution,
  type RolloutUser,
  resolve,
  withEarlierTraits,
} from '@yanshu/discovery'
import { CircuitBreaker } from './CircuitBreaker.ts'
import type { FederationOptions, OwnedRoute, RemoteContribution } from './federation.ts'

/** Which version of each remote this page uses: what the manifest offers to this user, without the versions that failed. */
export class VersionChoice {
  readonly breaker = new CircuitBreaker()
  readonly #options: FederationOptions
  readonly #previousGood: Record<string, string> = {}
  readonly #traits = new WeakMap<Contributes, Contributes>()
  #user: RolloutUser | undefined
  #manifest: Manifest
  #resolution: Resolution

  /** @throws {HostTooOldError} when the manifest needs a newer host */
  constructor(options: FederationOptions, manifest: Manifest) {
    this.#options = options
    this.#manifest = manifest
    this.#resolution = this.#resolve(manifest)
  }

  get manifest(): Manifest {
    return this.#manifest
  }

  get user(): RolloutUser | undefined {
    return this.#user
  }

  /** Chooses anew, after something that counts has changed. */
  renew(): void {
    this.#resolution = this.#resolve(this.#manifest)
  }

  /** Chooses from another manifest. @throws {HostTooOldError} when that needs a newer host; the one before stays then */
  adopt(manifest: Manifest): void {
    this.#resolution = this.#resolve(manifest)
    this.#manifest = manifest
  }

  setUser(user: RolloutUser): void {
    this.#user = user
    this.renew()
  }

  /** A version has run on this page: it is taken again where no other can be. */
  ran(remote: string, mfName: string): void {
    this.#previousGood[remote] = mfName
  }

  /** The version that was chosen, or why there is none; undefined where the manifest does not list the remote. */
  outcome(remote: string): ChosenRemote | NoCandidateError | undefined {
    return this.#resolution.get(remote)
  }

  /** The version that was chosen, or undefined when there is none that may run. */
  chosen(remote: string): ChosenRemote | undefined {
    return chosenOf(this.#resolution, remote)
  }

  /** The version that would be chosen now, or undefined when there is none that may run. */
  candidate(remote: string): ChosenRemote | undefined {
    return chosenOf(this.#resolve(this.#manifest), remote)
  }

  /** The part of 10,000 that the user falls into by the salt of a build's rollout; null where it has none. */
  bucket(remote: string, mfName: string): number | null {
    const builds = this.#manifest.discovery.microFrontends[remote]
    const salt = builds?.find(({ extras }) => extras.mf.name === mfName)?.extras.rollout?.salt
    return salt && this.#user ? bucketOf(salt, remote, this.#user.key) : null
  }

  contributions(): readonly RemoteContribution[] {
    return [...this.#resolution].flatMap(([remote, outcome]) => {
      // The place of a remote that cannot be loaded now is known, so the page can say what is missing there.
      const contributes =
        outcome instanceof NoCandidateError
          ? defaultOf(this.#manifest.discovery.microFrontends[remote] ?? [])?.extras.contributes
          : outcome.contributes
      return contributes ? [{ remote, contributes: this.#withTraits(contributes) }] : []
    })
  }

  /** The same object for the same contributions, by which others know that nothing has changed. */
  #withTraits(contributes: Contributes): Contributes {
    const known = this.#traits.get(contributes) ?? withEarlierTraits(contributes)
    this.#traits.set(contributes, known)
    return known
  }

  ownerOf(path: string): OwnedRoute | undefined {
    for (const { remote, contributes } of this.contributions()) {
      const route = claimOf(contributes.routes, path)
      if (route) return { ...route, remote }
    }
    return undefined
  }

  #resolve(manifest: Manifest): Resolution {
    const { hostVersion, provided, allowOverride = false, overrides = {}, origins = [] } = this.#options
    return resolve(manifest, {
      hostVersion,
      provided,
      base: location.href,
      origins: [location.origin, ...origins],
      user: this.#user,
      bad: this.breaker.bad(),
      previousGood: this.#previousGood,
      overrides,
      allowOverride,
    })
  }
}

function chosenOf(resolution: Resolution, remote: string): ChosenRemote | undefined {
  const outcome = resolution.get(remote)
  return outcome instanceof NoCandidateError ? undefined : outcome
}
