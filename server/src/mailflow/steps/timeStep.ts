import { UNDO_SEND_SECONDS } from '@yanshu/contracts'
import type { Context } from '../../store/context/context.ts'
import type { Hold } from '../../store/queue/outgoingState.ts'
import type { OutgoingLetter, SubmissionStep } from './submissionStep.ts'

const STEP = 'time'
const WHY = '尚未到发送时间，可以撤回 / leaves later; it can be taken back until then'
const UNDO_MAX_MS = Math.max(...UNDO_SEND_SECONDS) * 1_000

const NO_SENDER = {
  status: '5.7.1',
  reason:
    '到发送时间时，发件账号已停用，或已不再使用该发件地址 / At its time the account was switched off, or no longer had this sender address',
}

/** Holds a letter until the moment that its sender has chosen: some seconds to take it back, or a later time. */
export const holdUntil = (until: number): Hold => ({ step: STEP, by: 'sender', why: WHY, until })

/** A letter that has waited for its time leaves only where its sender could send it now. */
export const timeStep: SubmissionStep = {
  name: STEP,
  async judge(letter, { context }) {
    if (letter.releaseAt > context.now()) return { hold: holdUntil(letter.releaseAt) }
    const hasWaited = letter.origin === 'page' && letter.releaseAt - letter.createdAt > UNDO_MAX_MS
    return !hasWaited || (await mayStillSend(context, letter)) ? 'pass' : { refuse: NO_SENDER }
  },
}

async function mayStillSend({ store }: Context, { accountId, envelopeFrom }: OutgoingLetter): Promise<boolean> {
  if (accountId === null) return false
  const account = await store.db
    .selectFrom('account')
    .select('address')
    .where('id', '=', accountId)
    .where('disabled', '=', 0)
    .executeTakeFirst()
  if (!account) return false
  const from = envelopeFrom.toLowerCase()
  if (account.address === from) return true
  const alias = await store.db
    .selectFrom('alias')
    .select('address')
    .where('address', '=', from)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return alias !== undefined
}
