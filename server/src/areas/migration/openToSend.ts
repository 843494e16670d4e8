import type { SessionActor } from '../../platform/actor/actor.ts'
import { ForbiddenError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import { closedFolders, guardedFolders } from '../../store/mailbox/index.ts'
import { requirePerson } from '../../store/sessions/actor.ts'

/**
 * The folders with a password that are open to who lets mail out, as `open_folders` keeps them. Throws `ForbiddenError` for a
 * person who switched to the mailbox, and for work of no person.
 */
export async function openToSend(db: Trx | Context['store']['db'], caller: SessionActor | null): Promise<string> {
  if (caller === null) throw new ForbiddenError()
  requirePerson(caller)
  const closed = await closedFolders(db, caller)
  const guarded = await guardedFolders(db, caller.accountId)
  return JSON.stringify(guarded.filter((id) => !closed.has(id)))
}
