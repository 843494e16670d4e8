import { mayFilesBeSaved, type OpenedLetter, type RestrictedState } from '@yanshu/contracts'
import type { SessionActor } from '../../platform/actor/actor.ts'
import { MailNotFoundError } from '../../platform/http/errors.ts'
import { isPassword } from '../../store/accounts/password.ts'
import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'
import { enqueue } from '../../store/jobs/index.ts'
import {
  announceChanges,
  burnLetter,
  countReading,
  endReading,
  type LetterPolicy,
  lastMomentOf,
  openingOf,
  openMailbox,
  whyNotOpened,
} from '../../store/mailbox/index.ts'
import { countTries } from '../../store/throttle/throttle.ts'
import { BURN_JOB, burnKey } from './burnJob.ts'
import { LetterOverError, ReadPasswordWrongError } from './letterErrors.ts'
import { contentOf } from './letterText.ts'

/** Tries at the password of one letter by one account, from whatever login. */
const TRIES = { free: 5, longestS: 15 * 60 }

/** How a letter may be read. Throws `MailNotFoundError` for a mail without conditions, and `FolderClosedError`. */
export async function stateOfLetter(context: Context, actor: SessionActor, mailId: number): Promise<RestrictedState> {
  const { opening } = await openingOfMail(context, actor, mailId)
  return stateFrom(context, actor, opening)
}

/**
 * Opens a letter and counts it, once for each login and sitting. The password is compared first, so that a wrong one costs
 * no reading. Throws `LetterOverError`, `ReadPasswordWrongError`, `TooManyRequestsError`, and what `stateOfLetter` throws.
 */
export async function openLetter(
  context: Context,
  actor: SessionActor,
  { mailId, password }: { readonly mailId: number; readonly password: string },
): Promise<OpenedLetter> {
  const { headId, opening } = await openingOfMail(context, actor, mailId)
  const why = whyNotOpened(actor, opening, context.now())
  if (why !== null) throw new LetterOverError(why)
  const { policy } = opening
  if (!opening.isOpen) await requirePassword(context, actor, policy, password)
  const { over } = await transact(context, async (trx) => {
    const counted = await countReading(trx, context, actor, headId)
    if (counted.burnAt !== null)
      await enqueue(trx, context, BURN_JOB, [{ key: burnKey(policy.id, actor.accountId), at: counted.burnAt }])
    return counted
  })
  if (over !== null) throw new LetterOverError(over)
  const now = await openingOf(context.store.db, actor, headId, context.now())
  if (!now) throw new MailNotFoundError()
  return { ...(await contentOf(context, policy)), state: stateFrom(context, actor, now) }
}

/** Ends a reading. What is deleted after its last reading goes with it, unless another login still reads it. */
export async function closeLetter(
  context: Context,
  actor: SessionActor,
  mailId: number,
): Promise<{ deleted: boolean }> {
  const { opening } = await openingOfMail(context, actor, mailId)
  const { accountId } = actor
  const { deleted } = await transact(context, async (trx) => {
    await endReading(trx, actor, opening.policy.id)
    return burnLetter(trx, context, { policyId: opening.policy.id, accountId })
  })
  if (deleted) announceChanges(context, [accountId])
  return { deleted }
}

async function openingOfMail(context: Context, actor: SessionActor, mailId: number) {
  const { message_id: headId } = await openMailbox(context, actor).message(mailId)
  const opening = await openingOf(context.store.db, actor, headId, context.now())
  if (!opening) throw new MailNotFoundError()
  return { headId, opening }
}

async function requirePassword(
  context: Context,
  { accountId }: SessionActor,
  { id, password_hash }: LetterPolicy,
  password: string,
): Promise<void> {
  if (password_hash === null) return
  const scope = `letter:${id}:${accountId}`
  const tries = await countTries(context, [{ scope, ...TRIES }])
  if (!(await isPassword(password, password_hash, `letter:${accountId}`))) throw new ReadPasswordWrongError()
  await tries.forget([scope])
}

type OpeningOfMail = NonNullable<Awaited<ReturnType<typeof openingOf>>>

function stateFrom({ now }: Pick<Context, 'now'>, actor: SessionActor, opening: OpeningOfMail): RestrictedState {
  const { policy, opened, isOpen } = opening
  const hasPassword = policy.password_hash !== null
  const [burn, secret] = [policy.burn === 1, policy.secret === 1]
  return {
    hasPassword,
    reads: policy.reads,
    readsLeft: policy.reads === null ? null : Math.max(0, policy.reads - (opened ?? 0)),
    until: lastMomentOf(policy),
    burn,
    secret,
    isOpen,
    mayFilesBeSaved: mayFilesBeSaved({ hasPassword, burn, secret }),
    over: whyNotOpened(actor, opening, now()),
  }
}
