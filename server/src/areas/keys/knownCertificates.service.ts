import { KNOWN_CERTIFICATES_MAX } from '@yanshu/contracts'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'
import { countAlone } from '../../store/mailbox/index.ts'
import { KeyRefusedError, TooManyKeysError } from './keyErrors.ts'
import { readSentCertificate } from './readKeyParts.ts'

/** Addresses of one certificate that are kept; people have a few. */
const ADDRESSES_MAX = 10

/** A certificate as a signed mail brought it, and what the mail program of its person reads. */
export interface SentCertificate {
  /** DER in base64. */
  readonly certificate: string
  readonly announced: readonly string[]
}

/**
 * Keeps a certificate of another person, for each of its addresses; of one that is kept already, what its person's program
 * reads. Throws `KeyRefusedError` for what is none or cannot be encrypted to, and `TooManyKeysError`.
 */
export async function keepCertificate(context: Context, accountId: number, sent: SentCertificate): Promise<void> {
  const { row } = await readSentCertificate(sent.certificate)
  const announced = JSON.stringify(sent.announced)
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
          ...{ not_before, not_after, added_at, announced },
        })),
      )
      .onConflict((conflict) => conflict.columns(['account_id', 'address', 'fingerprint']).doUpdateSet({ announced }))
      .execute()
    const { count } = await trx
      .selectFrom('known_certificate')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    if (Number(count) > KNOWN_CERTIFICATES_MAX) throw new TooManyKeysError()
  })
}

const listIn = (json: string): string[] => JSON.parse(json)

/** What a person keeps of others, by address. */
export async function listKnown({ store }: Pick<Context, 'store'>, accountId: number) {
  const rows = await store.db
    .selectFrom('known_certificate')
    .select(['address', 'fingerprint', 'certificate', 'added_at', 'announced'])
    .where('account_id', '=', accountId)
    .orderBy('address')
    .orderBy('fingerprint')
    .execute()
  return {
    list: rows.map(({ added_at, announced, ...row }) => ({ ...row, addedAt: added_at, announced: listIn(announced) })),
  }
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

/** What a person keeps of one address. */
export interface Known {
  readonly certificates: readonly string[]
  readonly announced: readonly { readonly fingerprint: string; readonly ciphers: string[] }[]
}

/** The valid certificates that a person keeps of these addresses, the newest `most` of each. */
export async function knownOf(
  { store, now }: Pick<Context, 'store' | 'now'>,
  accountId: number,
  addresses: readonly string[],
  most: number,
): Promise<ReadonlyMap<string, Known>> {
  if (addresses.length === 0) return new Map()
  const rows = await store.db
    .selectFrom('known_certificate')
    .select(['address', 'certificate', 'fingerprint', 'announced'])
    .where('account_id', '=', accountId)
    .where('address', 'in', addresses)
    .where('not_before', '<=', now())
    .where('not_after', '>', now())
    .orderBy('not_before', 'desc')
    .orderBy('fingerprint')
    .execute()
  return new Map(
    [...Map.groupBy(rows, ({ address }) => address)].map(([address, all]) => {
      const kept = all.slice(0, most)
      const announced = kept.map((one) => ({ fingerprint: one.fingerprint, ciphers: listIn(one.announced) }))
      return [address, { certificates: kept.map(({ certificate }) => certificate), announced }]
    }),
  )
}

/** A certificate that counts no more. */
export interface OverCertificate {
  readonly email: string
  readonly why: 'expired' | 'revoked'
  readonly since: number
}

/** When the latest of the certificates that a person keeps of each address has ended. */
export async function overOf(
  { store, now }: Pick<Context, 'store' | 'now'>,
  accountId: number,
  addresses: readonly string[],
): Promise<OverCertificate[]> {
  if (addresses.length === 0) return []
  const rows = await store.db
    .selectFrom('known_certificate')
    .select(['address', (eb) => eb.fn.max('not_after').as('since')])
    .where('account_id', '=', accountId)
    .where('address', 'in', addresses)
    .where('not_after', '<=', now())
    .groupBy('address')
    .execute()
  return rows.map(({ address, since }) => ({ email: address, why: 'expired', since: Number(since) }))
}
