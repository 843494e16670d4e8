import type { MeasuredVersion } from '@yanshu/contracts'
import type { Releases, Status } from './useReleases.ts'

export type DeployedVersion = Status['remotes'][number]['versions'][number]

/** A version that is listed, or that a page still runs. */
export interface ShownVersion {
  readonly label: string
  readonly deployed: DeployedVersion | null
  readonly measured: MeasuredVersion | null
}

/** The versions of a remote: those of the manifest in its order, and behind them others that pages still reported. */
export function shownVersions({ status, summary }: Releases, remote: string): ShownVersion[] {
  const deployed = status.remotes.find((one) => one.remote === remote)?.versions ?? []
  const measured = summary.versions.filter((one) => one.remote === remote)
  const labels = new Set([...deployed.map(({ label }) => label), ...measured.map(({ version }) => version)])
  return [...labels].map((label) => ({
    label,
    deployed: deployed.find((one) => one.label === label) ?? null,
    measured: measured.find(({ version }) => version === label) ?? null,
  }))
}

/** Whether some people get it although it is not the default. */
export const isCanary = ({ isDefault, traffic, departments, people, stage }: DeployedVersion): boolean =>
  !isDefault && stage !== 'disabled' && stage !== 'revoked' && (traffic > 0 || departments.length > 0 || people > 0)
