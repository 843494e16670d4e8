import type { Tokens } from '@yanshu/contracts'
import type { Context } from '../context/context.ts'
import { transact } from '../database/transact.ts'
import { addSession } from './session.repository.ts'
import { type Device, freshPair, newSession } from './session.service.ts'

/** The session from which a person switches. */
export interface SwitchingSession {
  readonly sessionId: string
  readonly accountId: number
  readonly personId: number
}

/**
 * Opens a session of another account that depends on the person's own one: it ends when that ends, by their sign-out, a new
 * password or a disabled account. The session of a mailbox that they come from ends. Null when their own has ended.
 */
export async function openSwitchedSession(
  context: Context,
  from: SwitchingSession,
  accountId: number,
  device: Device,
): Promise<Tokens | null> {
  const { session, tokens } = newSession(context, accountId, device)
  return transact(context, async (trx) => {
    const current = await trx
      .selectFrom('session')
      .select('parent_id')
      .where('id', '=', from.sessionId)
      .executeTakeFirst()
    if (!current) return null
    const parent_id = current.parent_id ?? from.sessionId
    await addSession(trx, { ...session, parent_id, person_id: from.personId, proved_at: null })
    if (current.parent_id !== null) await trx.deleteFrom('session').where('id', '=', from.sessionId).execute()
    return tokens
  })
}

/**
 * Gives the person's own session new tokens and ends the one of the mailbox that they switched to. Null when they have
 * not switched.
 */
export async function returnToOwnSession(context: Context, from: SwitchingSession): Promise<Tokens | null> {
  const { pair, tokens } = freshPair(context)
  return transact(context, async (trx) => {
    const gone = await trx
      .deleteFrom('session')
      .where('id', '=', from.sessionId)
      .where('parent_id', 'is not', null)
      .returning('parent_id')
      .executeTakeFirst()
    if (!gone?.parent_id) return null
    await trx
      .updateTable('session')
      .set({ ...pair, last_used_at: context.now(), locked_at: null })
      .where('id', '=', gone.parent_id)
      .execute()
    return tokens
  })
}
