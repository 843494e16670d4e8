import type { Subscription } from '@yanshu/contracts'
import { DAY_MS } from '@yanshu/contracts/days'
import { folders, http, loginScope } from '@yanshu/shell-api'
import { confirm, notify, undoable } from '@yanshu/ui'
import { mailbox } from '../mailbox/mailbox.ts'
import { saySubscription as say } from './words.ts'

/** Mails that one call moves: progress is shown after each. */
const STEP = 500

export const nameOf = ({ name, address }: Pick<Subscription, 'name' | 'address'>): string => name || address

/**
 * Moves the mails of a sender that are older than some days to the recycle bin, after a question with their number,
 * in steps with progress. Undo restores those that were moved.
 * @param days 0 for all of them
 * @param mailboxId those of one folder alone; of all but recycle bin, spam and folders with a password where it is left out
 */
export async function sweep(
  sender: Pick<Subscription, 'name' | 'address'>,
  days: number,
  mailboxId?: number,
): Promise<void> {
  const { signal } = loginScope()
  const before = Date.now() - days * DAY_MS
  const { mailIds, more } = await http.get('mail/email/subscription/older', {
    address: sender.address,
    before,
    ...(mailboxId === undefined ? {} : { mailboxId }),
  })
  if (mailIds.length === 0) {
    notify.info(say('nothingOld'))
    return
  }
  const isSure = await confirm({
    title: say('sweepAsk', { name: nameOf(sender), count: mailIds.length }),
    text: [say('sweepText'), ...(more ? [say('sweepMore')] : [])].join(' '),
    yes: say('sweepYes'),
    danger: true,
  })
  if (!isSure || signal.aborted) return
  const moved = await inSteps(mailIds, (ids) => http.post('mail/email/recoverableDelete', { mailIds: ids }, QUIET))
  if (signal.aborted) return
  await renew()
  const undo = () => void restore(mailIds.slice(0, moved))
  if (moved === mailIds.length) undoable(say('swept', { count: moved }), undo)
  else {
    notify.error(say('stopped', { done: moved, count: mailIds.length }))
    if (moved > 0) undoable(say('swept', { count: moved }), undo)
  }
}

const QUIET = { silent: true } as const

/** Calls for some ids after the others; answers for how many it succeeded before the first failure. */
async function inSteps(mailIds: readonly number[], call: (ids: number[]) => Promise<unknown>): Promise<number> {
  const { signal } = loginScope()
  let close = () => {}
  for (let at = 0; at < mailIds.length; at += STEP) {
    if (signal.aborted) return at
    if (mailIds.length > STEP) {
      close()
      close = notify.info(say('sweeping', { done: at, count: mailIds.length }))
    }
    const isDone = await call(mailIds.slice(at, at + STEP)).then(
      () => true,
      () => false,
    )
    if (!isDone) {
      close()
      return at
    }
  }
  close()
  return mailIds.length
}

async function restore(mailIds: readonly number[]): Promise<void> {
  const { signal } = loginScope()
  const done = await inSteps(mailIds, (ids) => http.post('mail/email/recoverEmail', { mailIds: ids }, QUIET))
  if (signal.aborted) return
  await renew()
  if (done === mailIds.length) notify.success(say('restored', { count: done }))
  else notify.error(say('notRestored'))
}

/** Lists and counters follow what was done without them. */
async function renew(): Promise<void> {
  mailbox().lists.revalidate()
  await folders.refresh()
}
