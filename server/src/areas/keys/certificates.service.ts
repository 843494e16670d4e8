import type { HeldMailKey } from '@yanshu/contracts'
import type { Selectable } from 'kysely'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import type { MailKeyTable } from '../../store/database/keys.schema.ts'
import { transact } from '../../store/database/transact.ts'
import { countAlone } from '../../store/mailbox/index.ts'
import { escrowInUse } from './escrow.service.ts'
import { KeyRefusedError } from './keyErrors.ts'
import { knownOf, type OverCertificate, overOf } from './knownCertificates.service.ts'
import { readSentCertificate } from './readKeyParts.ts'
import { addCertificates } from './vaults.service.ts'

type Parts = Pick<Context, 'store'>

/** The keys of a person with their certificates, the newest first; without what opens mail. */
export async function listKeys({ store, config }: Pick<Context, 'store' | 'config'>, accountId: number) {
  const rows = await store.db
    .selectFrom('mail_key')
    .innerJoin('key_vault', 'key_vault.id', 'mail_key.vault_id')
    .select(['mail_key.id', 'mail_key.kind', 'mail_key.created_at', 'mail_key.request', 'key_vault.retired_at'])
    .select(['mail_key.escrow', 'mail_key.enrolment'])
    .where('mail_key.account_id', '=', accountId)
    .where('mail_key.removed_at', 'is', null)
    .orderBy('mail_key.id', 'desc')
    .execute()
  const certificates = await store.db
    .selectFrom('key_certificate')
    .innerJoin('mail_key', 'mail_key.id', 'key_certificate.key_id')
    .select(['key_certificate.key_id', 'key_certificate.certificate', 'key_certificate.revoked_at'])
    .where('mail_key.account_id', '=', accountId)
    .orderBy('key_certificate.not_before', 'desc')
    .orderBy('key_certificate.fingerprint')
    .execute()
  const vault = await store.db
    .selectFrom('key_vault')
    .select('id')
    .where('account_id', '=', accountId)
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  const { phone } = await store.db
    .selectFrom('account')
    .select('phone')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const list: HeldMailKey[] = rows.map((row) => ({
    keyId: row.id,
    kind: row.kind,
    createdAt: row.created_at,
    opens: row.retired_at === null,
    request: row.request,
    escrowed: row.escrow !== '',
    enrolment: standingOf(row, config.enrolment !== null),
    certificates: certificates
      .filter(({ key_id }) => key_id === row.id)
      .map(({ certificate, revoked_at }) => ({ certificate, revokedAt: revoked_at })),
  }))
  const escrow = (await escrowInUse(store.db)) ?? null
  return { list, pin: vault !== undefined, smsOffered: config.sms !== null && phone !== '', escrow }
}

/** How far the enrolment service is with a key. */
function standingOf(
  { request, enrolment }: Pick<Selectable<MailKeyTable>, 'request' | 'enrolment'>,
  isAsked: boolean,
): HeldMailKey['enrolment'] {
  if (!isAsked || request === '') return 'none'
  return enrolment === '' ? 'asked' : enrolment
}

/**
 * Adds the certificate that an authority has issued for a key of the person. Throws `NotFoundError`, and `KeyRefusedError`
 * when it is none, or of another key.
 */
export async function addCertificate(
  context: Context,
  accountId: number,
  { keyId, certificate }: { readonly keyId: number; readonly certificate: string },
): Promise<void> {
  const { row, publicHash } = await readSentCertificate(certificate)
  await transact(context, async (trx) => {
    await countAlone(trx, context.store, accountId)
    const key = await trx
      .selectFrom('mail_key')
      .select('public_hash')
      .where('id', '=', keyId)
      .where('account_id', '=', accountId)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (!key) throw new NotFoundError()
    if (key.public_hash !== publicHash) throw new KeyRefusedError()
    await addCertificates(trx, keyId, [row])
  })
}

/** As many as the page compares signatures with. */
const MOST_REVOKED = 1_000

/** The authorities that the organisation trusts for mail, and the certificates of people here that were revoked. */
export async function listAuthorities({ store }: Parts) {
  const revoked = await store.db
    .selectFrom('key_certificate')
    .select(['fingerprint', 'revoked_at'])
    .where('revoked_at', 'is not', null)
    .orderBy('revoked_at', 'desc')
    .orderBy('fingerprint', 'desc')
    .limit(MOST_REVOKED)
    .execute()
  return {
    list: await store.db.selectFrom('mail_authority').select(['name', 'certificate']).orderBy('name').execute(),
    revoked: revoked.map(({ fingerprint, revoked_at }) => ({ fingerprint, revokedAt: revoked_at ?? 0 })),
  }
}

/**
 * The certificates by which people can be encrypted to. Of people of this system those of keys that they can open; of others
 * those that the person who asks keeps. Valid ones alone, the newest first. Addresses without any are left out.
 */
export async function certificatesOf(
  context: Pick<Context, 'store' | 'now'>,
  accountId: number,
  emails: readonly string[],
) {
  const asked = [...new Set(emails.map((email) => email.trim().toLowerCase()))]
  const here = await certificatesHere(context, asked)
  // Of people here the certificates of their keys count, and none that was kept from a mail.
  const known = await knownOf(
    context,
    accountId,
    asked.filter((email) => !here.addresses.has(email)),
    OFFERED_MAX,
  )
  const others = [...known].map(([email, { certificates }]) => ({ email, certificates: [...certificates] }))
  const list = [...here.list, ...others]
  const missing = asked.filter((email) => !list.some((one) => one.email === email))
  const over = [
    ...(await overHere(context, here.owners, missing)),
    ...(await overOf(
      context,
      accountId,
      missing.filter((email) => !here.addresses.has(email)),
    )),
  ]
  const announced = new Map([...known.values()].flatMap((one) => one.announced.map((of) => [of.fingerprint, of])))
  return {
    list,
    over,
    announced: [...announced.values()].filter(({ ciphers }) => ciphers.length > 0),
  }
}

/** More than a person needs, for both kinds of algorithms and a renewal; a letter is encrypted to one of them. */
const OFFERED_MAX = 8

async function certificatesHere({ store, now }: Pick<Context, 'store' | 'now'>, asked: readonly string[]) {
  const owners = await store.db
    .selectFrom('account')
    .select(['id', 'address'])
    .where('address', 'in', asked)
    .where('disabled', '=', 0)
    .unionAll(
      store.db
        .selectFrom('alias')
        .innerJoin('account', 'account.id', 'alias.account_id')
        .select(['account.id', 'alias.address'])
        .where('alias.address', 'in', asked)
        .where('account.disabled', '=', 0),
    )
    .execute()
  const addresses = new Set(owners.map(({ address }) => address))
  if (owners.length === 0) return { addresses, owners, list: [] }
  const rows = await store.db
    .selectFrom('mail_key')
    .innerJoin('key_vault', 'key_vault.id', 'mail_key.vault_id')
    .innerJoin('key_certificate', 'key_certificate.key_id', 'mail_key.id')
    .select(['mail_key.account_id', 'key_certificate.certificate', 'key_certificate.addresses'])
    .where(
      'mail_key.account_id',
      'in',
      owners.map(({ id }) => id),
    )
    .where('key_vault.retired_at', 'is', null)
    .where('mail_key.removed_at', 'is', null)
    .where('key_certificate.revoked_at', 'is', null)
    .where('key_certificate.encrypts', '=', 1)
    .where('key_certificate.not_before', '<=', now())
    .where('key_certificate.not_after', '>', now())
    .orderBy('key_certificate.not_before', 'desc')
    .orderBy('key_certificate.fingerprint')
    .execute()
  const list = owners.map(({ id, address }) => ({
    email: address,
    certificates: rows
      .filter(({ account_id, addresses }) => account_id === id && namesAddress(addresses, address))
      .map(({ certificate }) => certificate)
      .slice(0, OFFERED_MAX),
  }))
  return { addresses, owners, list: list.filter(({ certificates }) => certificates.length > 0) }
}

interface Owner {
  readonly id: number
  readonly address: string
}

/** Of people here who can be encrypted to by no certificate: why their latest one does not count. */
async function overHere(
  { store, now }: Pick<Context, 'store' | 'now'>,
  owners: readonly Owner[],
  missing: readonly string[],
): Promise<OverCertificate[]> {
  const wanted = owners.filter(({ address }) => missing.includes(address))
  if (wanted.length === 0) return []
  const rows = await store.db
    .selectFrom('mail_key')
    .innerJoin('key_certificate', 'key_certificate.key_id', 'mail_key.id')
    .select(['mail_key.account_id', 'key_certificate.addresses'])
    .select(['key_certificate.not_after', 'key_certificate.revoked_at'])
    .where(
      'mail_key.account_id',
      'in',
      wanted.map(({ id }) => id),
    )
    .where('key_certificate.encrypts', '=', 1)
    .where((where) => where.or([where('revoked_at', 'is not', null), where('not_after', '<=', now())]))
    .orderBy('key_certificate.not_before', 'desc')
    .orderBy('key_certificate.fingerprint')
    .execute()
  return wanted.flatMap(({ id, address }) => {
    const latest = rows.find((row) => row.account_id === id && namesAddress(row.addresses, address))
    if (!latest) return []
    const { revoked_at, not_after } = latest
    const isRevoked = revoked_at !== null
    return { email: address, why: isRevoked ? 'revoked' : 'expired', since: isRevoked ? revoked_at : not_after }
  })
}

const namesAddress = (addresses: string, address: string) => {
  const named: unknown = JSON.parse(addresses)
  return Array.isArray(named) && named.includes(address.toLowerCase())
}
