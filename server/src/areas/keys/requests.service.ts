import type { Certificate, Revoked } from '@yanshu/cms'
import { sql } from 'kysely'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { noteChange } from '../../store/database/changeLog.ts'
import { transact } from '../../store/database/transact.ts'
import { KeyRefusedError } from './keyErrors.ts'
import { fetchCms, nameKey, rowOf } from './readKeyParts.ts'
import { addCertificates } from './vaults.service.ts'

/** A key that waits for the organisation's authority. */
export interface KeyRequest {
  readonly keyId: number
  readonly accountId: number
  readonly address: string
  readonly kind: string
  readonly createdAt: number
  /** PKCS #10 in DER. */
  readonly request: Uint8Array<ArrayBuffer>
}

/** As many as an operator reads and signs at once. */
const MOST_REQUESTS = 500

const waiting = ({ store }: Pick<Context, 'store'>) =>
  store.db
    .selectFrom('mail_key')
    .innerJoin('account', 'account.id', 'mail_key.account_id')
    .select(['mail_key.id', 'mail_key.account_id', 'account.address', 'mail_key.kind', 'mail_key.created_at'])
    .select('mail_key.request')
    // As the index has it.
    .where('mail_key.request', '<>', sql.lit(''))
    .where('account.disabled', '=', 0)

type WaitingRow = Awaited<ReturnType<ReturnType<typeof waiting>['executeTakeFirstOrThrow']>>

const requestOf = (row: WaitingRow): KeyRequest => ({
  ...{ keyId: row.id, accountId: row.account_id, address: row.address, kind: row.kind, createdAt: row.created_at },
  request: new Uint8Array(Buffer.from(row.request, 'base64')),
})

/** The requests that the pages of people have made, the oldest first. */
export async function keyRequests(context: Pick<Context, 'store'>): Promise<KeyRequest[]> {
  return (await waiting(context).orderBy('mail_key.id').limit(MOST_REQUESTS).execute()).map(requestOf)
}

/** The request of one key; null where it waits no more. */
export async function keyRequest(context: Pick<Context, 'store'>, keyId: number): Promise<KeyRequest | null> {
  const row = await waiting(context).where('mail_key.id', '=', keyId).executeTakeFirst()
  return row ? requestOf(row) : null
}

/**
 * Hands a certificate to the person whose key it is for; their open pages show it. Throws `NotFoundError` when the key has gone,
 * and `KeyRefusedError` for a certificate of another key.
 */
export async function handOutCertificate(context: Context, keyId: number, certificate: Certificate): Promise<void> {
  const [row, { publicHash }] = [await rowOf(certificate), await nameKey(certificate.publicKey)]
  await transact(context, async (trx) => {
    const key = await trx
      .selectFrom('mail_key')
      .select(['account_id', 'public_hash'])
      .where('id', '=', keyId)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (!key) throw new NotFoundError()
    if (key.public_hash !== publicHash) throw new KeyRefusedError()
    await addCertificates(trx, keyId, [row])
    noteChange(trx, key.account_id, { kind: 'settings', folderId: null, mailIds: [] })
  })
}

/** Makes an authority one that the organisation trusts for mail. */
export async function trustAuthority(context: Context, name: string, certificate: Certificate): Promise<string> {
  const { fingerprint, certificate: der } = await rowOf(certificate)
  await context.store.db
    .insertInto('mail_authority')
    .values({ fingerprint, name, certificate: der, added_at: context.now() })
    .onConflict((conflict) => conflict.column('fingerprint').doUpdateSet({ name }))
    .execute()
  return fingerprint
}

/** The authorities that are trusted, with what they are removed by. */
export const trustedAuthorities = ({ store }: Pick<Context, 'store'>) =>
  store.db.selectFrom('mail_authority').select(['name', 'fingerprint']).orderBy('name').execute()

/** No longer trusts an authority. Throws `NotFoundError`. */
export async function distrustAuthority({ store }: Pick<Context, 'store'>, fingerprint: string): Promise<void> {
  const removed = await store.db
    .deleteFrom('mail_authority')
    .where('fingerprint', '=', fingerprint)
    .returning('name')
    .executeTakeFirst()
  if (!removed) throw new NotFoundError()
}

/** As many certificates as are read at once. */
const PAGE = 500

/** Every certificate of people here that was revoked, with when. */
export async function revokedCertificates({ store }: Pick<Context, 'store'>): Promise<Revoked[]> {
  const { readCertificate } = await fetchCms()
  const revoked: Revoked[] = []
  for (let [at, last] = [0, '']; ; ) {
    const rows = await store.db
      .selectFrom('key_certificate')
      .select(['certificate', 'fingerprint', 'revoked_at'])
      .where('revoked_at', 'is not', null)
      .where((eb) => eb(eb.refTuple('revoked_at', 'fingerprint'), '>', eb.tuple(at, last)))
      .orderBy('revoked_at')
      .orderBy('fingerprint')
      .limit(PAGE)
      .execute()
    for (const row of rows) {
      ;[at, last] = [row.revoked_at ?? 0, row.fingerprint]
      const certificate = readCertificate(new Uint8Array(Buffer.from(row.certificate, 'base64')))
      revoked.push({ certificate, at: new Date(at) })
    }
    if (rows.length < PAGE) return revoked
  }
}

/**
 * Marks a certificate as revoked: others encrypt to it no more, and its owner's page shows it. Answers whose it was. Throws
 * `NotFoundError`.
 */
export async function revokeCertificate(context: Context, fingerprint: string): Promise<string> {
  return transact(context, async (trx) => {
    const owner = await trx
      .selectFrom('key_certificate')
      .innerJoin('mail_key', 'mail_key.id', 'key_certificate.key_id')
      .innerJoin('account', 'account.id', 'mail_key.account_id')
      .select(['mail_key.account_id', 'account.address'])
      .where('key_certificate.fingerprint', '=', fingerprint)
      .executeTakeFirst()
    if (!owner) throw new NotFoundError()
    await trx
      .updateTable('key_certificate')
      .set({ revoked_at: context.now() })
      .where('fingerprint', '=', fingerprint)
      .where('revoked_at', 'is', null)
      .execute()
    noteChange(trx, owner.account_id, { kind: 'settings', folderId: null, mailIds: [] })
    return owner.address
  })
}
