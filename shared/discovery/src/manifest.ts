import type { Contributes } from './contributes.ts'

/** Who gets or does not get a version, whatever the percentage is. Every condition that stands must hold. */
export interface RolloutRule {
  /** Rollout keys as {@link userHash} writes them; the manifest is public, so it holds no addresses. */
  readonly users?: readonly string[]
  /** Names of departments; a user who belongs to one of them, or to one below it, fits. */
  readonly depts?: readonly string[]
  /** True gives the version to whom the rule fits, false keeps it from them. */
  readonly use: boolean
}

/** The stage of a version. `disabled` and `revoked` are never chosen; `revoked` also leaves running pages. */
export type RolloutStage = 'canary' | 'stable' | 'disabled' | 'revoked'

/** How a version reaches its users. */
export interface Rollout {
  /** Decides, together with remote and rollout key, who is in the percentage. Keep it while the percentage grows. */
  readonly salt: string
  readonly stage?: RolloutStage
  /** The first rule that fits decides. */
  readonly rules?: readonly RolloutRule[]
}

/** One version of a remote that the host may choose. */
export interface Candidate {
  /** The entry: a path of the host's origin, or an address on an allowed origin. Its content never changes. */
  readonly url: string
  /** The same file elsewhere, tried when `url` cannot be reached. */
  readonly fallbackUrl?: string
  readonly metadata: {
    readonly version: string
    /** `sha256-`, `sha384-` or `sha512-` and the base64 digest of the entry, which checks its chunks itself. */
    readonly integrity: string
  }
  readonly deployment: {
    /** Percent of users, 0 to 100, for a version that is not the default. */
    readonly traffic: number
    /** Exactly one version of a remote is the default. */
    readonly default: boolean
  }
  readonly extras: {
    readonly mf: {
      /** The container's name on the page, unique per build. */
      readonly name: string
      readonly type: 'var'
      readonly expose: string
    }
    /** Ranges by package that the host must satisfy. */
    readonly requires: Readonly<Record<string, string>>
    /** What it adds to the screens of others. */
    readonly contributes: Contributes
    readonly rollout?: Rollout
    readonly build?: { readonly id: string; readonly commit?: string; readonly at?: string }
  }
}

/** A signature over the manifest without this field, as canonical JSON. */
export interface ManifestSignature {
  readonly alg: string
  readonly kid: string
  readonly sig: string
}

/** What operators decided of remotes as a whole. Pages pass over it; it is what an upgrade keeps. */
export interface Decisions {
  /** The build's own version of each remote when this was written, by its name. Another one in the build is new. */
  readonly over: Readonly<Record<string, string>>
  /** Versions that stay when a build brings a newer one, by remote. */
  readonly pinned?: Readonly<Record<string, string>>
  /** Remotes that are off, with every version that a build will bring. */
  readonly disabled?: readonly string[]
}

/** One version that is stopped: `halt` ends its percentage and rules, the others are stages. */
export interface Stop {
  readonly remote: string
  /** `extras.mf.name` of the version. */
  readonly name: string
  readonly stop: 'halt' | 'disable' | 'revoke'
}

/**
 * What was stopped since the manifest was signed, signed apart. It can withdraw versions and do nothing else, so
 * that a server may hold a key for it.
 */
export interface Stops {
  /** Of the manifest with what is stopped, as {@link Manifest} has them. */
  readonly revision: number
  readonly updatedAt: string
  readonly updatedBy: string
  readonly reason: string
  readonly list: readonly Stop[]
  /** Over the other fields and the signature of the manifest, as canonical JSON. */
  readonly signature: ManifestSignature
}

/**
 * The file that lists which versions of which remotes exist and who gets them. Operators edit it, the host follows it.
 * `discovery` is the payload of the frontend-discovery format, v1-pre; the rest is our envelope.
 */
export interface Manifest {
  /** Grows by one with every change. */
  readonly revision: number
  /** The revision that this one replaced, or null for the first. */
  readonly previous: number | null
  /** ISO 8601. */
  readonly updatedAt: string
  readonly updatedBy: string
  readonly reason: string
  /** How long a page may use the manifest before it asks again, in seconds. */
  readonly ttlSeconds: number
  /** The oldest host that understands this manifest. */
  readonly minHost: string
  readonly discovery: {
    readonly schema: string
    readonly microFrontends: Readonly<Record<string, readonly Candidate[]>>
  }
  readonly decisions?: Decisions
  readonly signature?: ManifestSignature
  readonly stops?: Stops
}

/** The address of our schema of the payload; it is also the file `schema/manifest.schema.json`. */
export const MANIFEST_SCHEMA = '/mf/manifest.schema.json'
