import type { Candidate } from './manifest.ts'

/** Whom a rule is for. */
export type RuleTarget =
  | { readonly department: string }
  /** A mail address; the manifest gets its hash. */
  | { readonly user: string }
  /** What `userHash` made of an address, where the operator must not know it. */
  | { readonly hash: string }

/** One thing that an operator does to the manifest. A version is named as {@link labelOf} names it, or by its number alone. */
export type ManifestChange =
  | { readonly action: 'publish'; readonly remote: string; readonly candidate: Candidate }
  | { readonly action: 'promote'; readonly remote: string; readonly version: string; readonly to: number }
  | {
      readonly action: 'rule'
      readonly remote: string
      readonly version: string
      readonly target: RuleTarget
      /** Whether they get the version or are kept from it; null removes the rule. */
      readonly use: boolean | null
    }
  | { readonly action: 'rollback'; readonly remote: string }
  | { readonly action: 'halt'; readonly remote: string; readonly version: string }
  | { readonly action: 'revoke'; readonly remote: string; readonly version: string }
  | { readonly action: 'pin'; readonly remote: string; readonly version: string }
  | { readonly action: 'disable' | 'enable'; readonly remote: string; readonly version?: string | undefined }
  | {
      readonly action: 'restore'
      readonly revision: number
      /** Versions that were revoked since and are given again all the same, as `remote-mail@1.1.0`. */
      readonly again?: readonly string[]
    }
