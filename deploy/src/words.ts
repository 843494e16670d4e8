import type { Candidate } from '@yanshu/discovery'
import { labelOf, type ManifestDifference } from '@yanshu/discovery/operations'

export const lines = (list: readonly string[]): string => list.join('\n')

const valueText = (value: unknown) => (value === undefined ? 'nothing' : String(value))

/** `remote-mail 1.1.0-3f9c1a7b deployment.traffic: 0 → 10` */
export const describeDifference = ({ path, before, after }: ManifestDifference): string =>
  `${path}: ${valueText(before)} → ${valueText(after)}`

function reach({ deployment, extras }: Candidate): string {
  const { stage, rules = [] } = extras.rollout ?? {}
  if (stage === 'revoked' || stage === 'disabled') return stage
  const parts = rules.map(({ users, depts, use }) => {
    const whom = [users && `${users.length} named`, depts?.join(', ')].filter(Boolean).join(' of ')
    return `${use ? '' : 'not '}${whom}`
  })
  if (deployment.default) parts.push('everybody else')
  else if (deployment.traffic > 0) parts.push(`${deployment.traffic} %`)
  return parts.join(' + ') || 'nobody'
}

/** One line a version: its name, who gets it. */
export const describeVersions = (candidates: readonly Candidate[]): string[] =>
  candidates.map((candidate) => `${labelOf(candidate).padEnd(24)} ${reach(candidate)}`)
