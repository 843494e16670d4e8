import type { ApprovalRecord } from '@yanshu/contracts'
import { Chip } from '@yanshu/ui'
import { useApprovalWords } from './words.ts'

const TONES = {
  pending: 'accent',
  passed: 'success',
  rejected: 'danger',
  withdrawn: 'neutral',
  expired: 'warning',
} as const

export function StateChip({ state }: { state: ApprovalRecord['state'] }) {
  const say = useApprovalWords()
  return <Chip tone={TONES[state]}>{say(`state.${state}`)}</Chip>
}
