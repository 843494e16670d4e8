import type { ApprovalRecord } from '@yanshu/contracts'
import { Chip } from '@yanshu/ui'
import { useApprovalT } from './words.ts'

const TONES = {
  pending: 'accent',
  passed: 'success',
  rejected: 'danger',
  withdrawn: 'neutral',
  expired: 'warning',
} as const

export function StateChip({ state }: { state: ApprovalRecord['state'] }) {
  const t = useApprovalT()
  return <Chip tone={TONES[state]}>{t(`state.${state}`)}</Chip>
}
