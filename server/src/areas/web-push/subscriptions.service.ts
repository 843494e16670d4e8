import { createHash } from 'node:crypto'
import type { Language, PostBody } from '@yanshu/contracts'
import type { SessionActor } from '../../platform/actor/actor.ts'
import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'
import { countTries } from '../../store/throttle/throttle.ts'

/** Subscriptions of an account in a short time: a browser makes a new one when a person turns it on again. */
const TRIES = { free: 30, longestS: 5 * 60 } as const

/** What a login has asked for. */
export async function stateOf({ store }: Pick<Context, 'store'>, sessionId: string) {
  const row = await store.db
    .selectFrom('push_subscription')
    .select('with_content')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return { on: row !== undefined, withContent: row?.with_content === 1 }
}

/**
 * Keeps where the browser of a login is notified of new mail, in place of what it sent before. An endpoint belongs to one
 * login: the next person at the same browser takes it over. Throws `TooManyRequestsError`.
 */
export async function subscribe(
  context: Context,
  { accountId, sessionId }: SessionActor,
  { endpoint, p256dh, auth, withContent }: PostBody<'user/push/subscribe'>,
  language: Language,
) {
  await countTries(context, [{ scope: `push:${accountId}`, ...TRIES }])
  const hash = createHash('sha256').update(endpoint).digest('base64url')
  await transact(context, async (trx) => {
    await trx.deleteFrom('push_subscription').where('session_id', '=', sessionId).execute()
    const row = {
      endpoint,
      account_id: accountId,
      session_id: sessionId,
      p256dh,
      auth,
      with_content: withContent ? 1 : 0,
      language,
      created_at: context.now(),
    }
    await trx
      .insertInto('push_subscription')
      .values({ hash, ...row })
      .onConflict((conflict) => conflict.column('hash').doUpdateSet(row))
      .execute()
  })
  return stateOf(context, sessionId)
}

export const unsubscribe = ({ store }: Pick<Context, 'store'>, sessionId: string) =>
  store.db.deleteFrom('push_subscription').where('session_id', '=', sessionId).execute()

/** A browser that is to be notified of a mail. */
export interface Listener {
  readonly hash: string
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  readonly withContent: boolean
  readonly language: Language
}

/**
 * The browsers of an account that are notified of its mail: those whose login stands in this account at this moment. While its
 * screen is locked a login is notified that there is mail, without its content.
 */
export async function listenersOf(
  { store, now }: Pick<Context, 'store' | 'now'>,
  accountId: number,
): Promise<Listener[]> {
  const rows = await store.db
    .selectFrom('push_subscription as push')
    .innerJoin('session', 'session.id', 'push.session_id')
    .innerJoin('account', 'account.id', 'push.account_id')
    .select(['push.hash', 'push.endpoint', 'push.p256dh', 'push.auth', 'push.with_content', 'push.language'])
    .select('session.locked_at')
    .where('push.account_id', '=', accountId)
    .whereRef('session.account_id', '=', 'push.account_id')
    .where('session.refresh_expires_at', '>', now())
    .where('account.disabled', '=', 0)
    .execute()
  return rows.map(({ with_content, locked_at, language, ...row }) => ({
    ...row,
    withContent: with_content === 1 && locked_at === null,
    language: language === 'en' ? 'en' : 'zh',
  }))
}

/** Called when the push service answers that the subscription has ended. */
export const forgetListener = ({ store }: Pick<Context, 'store'>, hash: string) =>
  store.db.deleteFrom('push_subscription').where('hash', '=', hash).execute()
