import { isSealed, resealed, SecretLostError, seal, unseal } from '../../platform/secrets/serverKey.ts'
import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'

type Parts = Pick<Context, 'store' | 'config' | 'now' | 'log'>

export interface VapidKeys {
  /** Base64url, as browsers and push services take them (RFC 8292). */
  readonly publicKey: string
  readonly privateKey: string
}

const NAME = 'vapid'

/** Loaded when a browser is to be notified. */
export const fetchWebPush = async () => (await import('web-push')).default

/** The key pair of this system, which all servers on the store share. Made where there is none. */
export async function vapidKeys(context: Parts): Promise<VapidKeys> {
  const { store, config, log } = context
  const row = await store.db.selectFrom('server_key').selectAll().where('name', '=', NAME).executeTakeFirst()
  if (!row || !isSealed(row.sealed)) return make(context, null)
  try {
    return { publicKey: row.public, privateKey: await unseal(config, NAME, row.sealed) }
  } catch (error) {
    if (!(error instanceof SecretLostError)) throw error
    log.error({ err: error }, 'the key of notes to browsers is lost; another one is made, and browsers subscribe anew')
    return make(context, row.public)
  }
}

/** Of several servers that make one at the same time, the first that is stored stays. `lost` is replaced. */
async function make(context: Parts, lost: string | null): Promise<VapidKeys> {
  const { publicKey, privateKey } = (await fetchWebPush()).generateVAPIDKeys()
  const sealed = await seal(context.config, NAME, privateKey)
  const stays = await transact(context, async (trx) => {
    if (lost !== null) {
      const removed = await trx.deleteFrom('server_key').where('name', '=', NAME).where('public', '=', lost).execute()
      // Push services take notes of the key that a browser subscribed with, and of no other.
      if (removed.some(({ numDeletedRows }) => numDeletedRows > 0)) await trx.deleteFrom('push_subscription').execute()
    }
    const added = await trx
      .insertInto('server_key')
      .values({ name: NAME, public: publicKey, sealed, created_at: context.now() })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('name')
      .executeTakeFirst()
    return added !== undefined
  })
  return stays ? { publicKey, privateKey } : vapidKeys(context)
}

/** Seals the key of notes to browsers by the newest key of the system. Answers whether it was not. */
export async function resealVapid({ store, config }: Pick<Context, 'store' | 'config'>): Promise<boolean> {
  const row = await store.db.selectFrom('server_key').select('sealed').where('name', '=', NAME).executeTakeFirst()
  const next = row ? await resealed(config, NAME, row.sealed) : null
  if (!row || next === null) return false
  await store.db
    .updateTable('server_key')
    .set({ sealed: next })
    .where('name', '=', NAME)
    .where('sealed', '=', row.sealed)
    .execute()
  return true
}
