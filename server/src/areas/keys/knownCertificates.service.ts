import { KNOWN_CERTIFICATES_MAX } from '@yanshu/contracts'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'
import { countAlone } from '../../store/mailbox/index.ts'
import { KeyRefusedError, TooManyKeysError } from './keyErrors.ts'
import { readSentCertificate } from './readKeyParts.ts'

/** Addresses of one certificate that are kept; people have a few. */
const ADDRESSES_MAX = 10

/**
 * Keeps a certificate of another person, for each of its addresses. Throws `KeyRefusedError` for what is none or cannot be
 * encrypted to, and `TooManyKeysError`.
 */
export async function keepCertificate(context: Context, accountId: number, base64: string): Promise<void> {
  const { row } = await readSentCertificate(base64)
  const addresses = (JSON.parse(row.addresses) as string[]).slice(0, ADDRESSES_MAX)
  if (row.encrypts === 0 || addresses.length === 0) throw new KeyRefusedError()
  const { fingerprint, certificate, not_before, not_after } = row
  const added_at = context.now()
  await transact(context, async (trx) => {
    await countAlone(trx, context.store, accountId)
    await trx
      .insertInto('known_certificate')
      .values(
        addresses.map((address) => ({
          ...{ account_id: accountId, address: address.toLowerCase(), fingerprint, certificate },
          ...{ not_before, not_after, added_at },
        })),
      )
      .onConflict((conflict) => conflict.columns(['account_id', 'address', 'fingerprint']).doNothing())
      .execute()
    const { count } = await trx
      .selectFrom('known_certificate')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    if (Number(count) > KNOWN_CERTIFICATES_MAX) throw new TooManyKeysError()
  })
}

/** What a person keeps of others, by address. */
export async function listKnown({ store }: Pick<Context, 'store'>, accountId: number) {
  const rows = await store.db
    .selectFrom('known_certificate')
    .select(['address', 'fingerprint', 'certificate', 'added_at'])
    .where('account_id', '=', accountId)
    .orderBy('address')
    .orderBy('fingerprint')
    .execute()
  return { list: rows.map(({ added_at, ...row }) => ({ ...row, addedAt: added_at })) }
}

/** Keeps a certificate no more. Throws `NotFoundError`. */
export async function forgetCertificate(
  { store }: Pick<Context, 'store'>,
  accountId: number,
  fingerprint: string,
): Promise<void> {
  const gone = await store.db
    .deleteFrom('known_certificate')
    .where('account_id', '=', accountId)
    .where('fingerprint', '=', fingerprint)
    .returning('address')
    .execute()
  if (gone.length === 0) throw new NotFoundError()
}

/** The valid certificates that a person keeps of these addresses, the newest first. */
export async function knownOf(
  { store, now }: Pick<Context, 'store' | 'now'>,
  accountId: number,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  if (addresses.length === 0) return new Map()
  const rows = await store.db
    .selectFrom('known_certificate')
    .select(['address', 'certificate'])
    .where('account_id', '=', accountId)
    .where('address', 'in', addresses)
    .where('not_before', '<=', now())
    .where('not_after', '>', now())
    .orderBy('not_before', 'desc')
    .orderBy('fingerprint')
    .execute()
  const known = new Map<string, string[]>()
  for (const { address, certificate } of rows) known.set(address, [...(known.get(address) ?? []), certificate])
  return known
}
