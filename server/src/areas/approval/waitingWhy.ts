import type { Holder } from '../../store/queue/outgoingState.ts'
import { deciders, type Machine } from './approvalMachine.ts'

/** The person who stands in the row of the queue: the first of those whose decision it waits for. */
export const holderOf = (machine: Machine): Holder => `account:${deciders(machine)[0]?.accountId ?? 0}`

const SHOWN = 3

/** Why it is held, for its sender. */
export function waitingWhy(machine: Machine): string {
  const names = deciders(machine).map(({ name, address }) => name || address)
  const few = names.slice(0, SHOWN)
  const more = names.length > SHOWN
  return `等待 ${few.join('、')}${more ? ' 等人' : ''} 审批 / waits for approval by ${few.join(', ')}${more ? ' and others' : ''}`
}
