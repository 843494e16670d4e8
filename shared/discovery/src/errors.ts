/** One thing that is wrong with a manifest. */
export interface ManifestProblem {
  /** Where, from the root: `discovery.microFrontends.remote-mail[0].metadata.integrity`. */
  readonly path: string
  readonly message: string
}

/** A manifest that does not follow the format. `problems` names every place. */
export class ManifestError extends Error {
  readonly code = 'manifest-invalid'
  readonly problems: readonly ManifestProblem[]

  constructor(problems: readonly ManifestProblem[]) {
    super(
      `The manifest is not valid:\n${problems.map(({ path, message }) => `  ${path || '(root)'}: ${message}`).join('\n')}`,
    )
    this.name = 'ManifestError'
    this.problems = problems
  }
}

/** The manifest asks for a newer host than this one: the page has to be loaded again. */
export class HostTooOldError extends Error {
  readonly code = 'host-too-old'
  readonly minHost: string

  constructor(hostVersion: string, minHost: string) {
    super(`The manifest needs host ${minHost} or newer, this is ${hostVersion}. Reload the page.`)
    this.name = 'HostTooOldError'
    this.minHost = minHost
  }
}

/** Why one version of a remote was passed over. */
export type RefusalCode =
  | 'disabled'
  | 'revoked'
  | 'requirement'
  | 'blocked-url'
  | 'bad'
  | 'route-overlap'
  | 'override-refused'

/** A version that was passed over, and why. */
export interface Refusal {
  readonly version: string
  readonly code: RefusalCode
  readonly detail: string
}

/** No version of a remote can be used. `refusals` shows why each was passed over. */
export class NoCandidateError extends Error {
  readonly code = 'no-candidate'
  readonly remote: string
  readonly refusals: readonly Refusal[]

  constructor(remote: string, refusals: readonly Refusal[]) {
    const reasons = refusals.map(({ version, code, detail }) => `${version}: ${code} (${detail})`).join('; ')
    super(`No version of ${remote} can be used${reasons ? `: ${reasons}` : ''}`)
    this.name = 'NoCandidateError'
    this.remote = remote
    this.refusals = refusals
  }
}
