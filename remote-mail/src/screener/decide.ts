import type { HeldDecision } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { queryClient } from '@yanshu/shell-api/query'
import { notify } from '@yanshu/ui'
import { sayScreener } from './words.ts'

/** The key of what waits, in the cache of queries. */
export const HELD = ['screener']

/** Lets a sender in or keeps them out, and reads anew what waits. `http` shows why that failed. */
export async function decide(
  { address, name }: { readonly address: string; readonly name: string },
  decision: HeldDecision,
): Promise<void> {
  await http.post('mail/screener/decide', { decision, addresses: [address] })
  notify.success(sayScreener(decision === 'in' ? 'letIn' : 'letOut', { name: name || address }))
  await queryClient().invalidateQueries({ queryKey: HELD })
}

/** Turns the screener on or off. */
export async function turn(on: boolean): Promise<void> {
  const { letIn } = await http.post('mail/screener/switch', { on })
  notify.success(on ? sayScreener('turnedOn') : sayScreener('turnedOff', { count: letIn }))
  await queryClient().invalidateQueries({ queryKey: HELD })
}
