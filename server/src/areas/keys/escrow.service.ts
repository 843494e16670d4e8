import type { Certificate } from '@yanshu/cms'
import { sql } from 'kysely'
import { storeMessage } from '../../mailflow/delivery/storeMessage.ts'
import { mailTransportOf } from '../../mailflow/mailTransport.ts'
import { prepareAutomatic } from '../../mailflow/outgoing/automaticMail.ts'
import { escapeHtml } from '../../mime/escapeHtml.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import type { Database } from '../../store/database/open.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { addMail, folderOfRole } from '../../store/mailbox/index.ts'
import { readSettings } from '../../store/profile/settings.ts'
import { noteAdministratorsChange } from '../security/index.ts'
import { EscrowChangedError } from './keyErrors.ts'
import { fetchCms, rowOf } from './readKeyParts.ts'

type Parts = Pick<Context, 'store'>

/** The certificate to which pages seal a copy of each new key; null where the organisation keeps none. */
export const escrowInUse = (db: Database | Trx) =>
  db.selectFrom('key_escrow').select(['name', 'certificate']).where('ended_at', 'is', null).executeTakeFirst()

/** From now on a copy of each new key is kept, sealed to this certificate. Answers its fingerprint. */
export async function beginEscrow(context: Context, name: string, certificate: Certificate): Promise<string> {
  const { fingerprint, certificate: der } = await rowOf(certificate)
  const since = context.now()
  await transact(context, async (trx) => {
    await endCurrent(trx, since)
    await trx
      .insertInto('key_escrow')
      .values({ fingerprint, name, certificate: der, since, ended_at: null })
      .onConflict((conflict) => conflict.column('fingerprint').doUpdateSet({ name, since, ended_at: null }))
      .execute()
  })
  return fingerprint
}

/** No copy of further keys is kept; those that are stay. Answers whether there was a certificate in use. */
export const endEscrow = (context: Context): Promise<boolean> =>
  transact(context, (trx) => endCurrent(trx, context.now()))

async function endCurrent(trx: Trx, now: number): Promise<boolean> {
  const ended = await trx
    .updateTable('key_escrow')
    .set({ ended_at: now })
    .where('ended_at', 'is', null)
    .returning('fingerprint')
    .execute()
  return ended.length > 0
}

/**
 * Asks whether the copies of new keys are those that the organisation keeps: of each key one, sealed to the certificate in use
 * and to no other; of none where there is no certificate. Throws `EscrowChangedError`: the page has shown its person something
 * else before the key was made.
 */
export async function requireEscrow(trx: Trx, copies: readonly string[]): Promise<void> {
  const current = await escrowInUse(trx)
  if (!current) {
    if (copies.some((copy) => copy !== '')) throw new EscrowChangedError()
    return
  }
  const { CmsError, isNamedBy, readCertificate, readCms } = await fetchCms()
  const bytesOf = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'))
  const certificate = readCertificate(bytesOf(current.certificate))
  for (const copy of copies) {
    try {
      const data = readCms(bytesOf(copy))
      const [recipient, ...others] = data.type === 'enveloped' ? data.recipients : []
      const isSealed = recipient && others.length === 0 && isNamedBy(certificate, recipient.id)
      if (!isSealed) throw new EscrowChangedError()
    } catch (error) {
      if (error instanceof CmsError) throw new EscrowChangedError()
      throw error
    }
  }
}

const LISTED_MAX = 1_000

/** Keys of which a copy is kept, the oldest first. @param after the number of the last one of the page before */
export const escrowedKeys = ({ store }: Parts, after = 0) =>
  store.db
    .selectFrom('mail_key')
    .innerJoin('account', 'account.id', 'mail_key.account_id')
    .select(['mail_key.id', 'mail_key.kind', 'mail_key.created_at', 'account.address'])
    // As the index has it.
    .where('mail_key.escrow', '<>', sql.lit(''))
    .where('mail_key.id', '>', after)
    .orderBy('mail_key.id')
    .limit(LISTED_MAX)
    .execute()

/** A copy that is handed out: it opens with the escrow key, which the server does not have. */
export interface EscrowCopy {
  readonly keyId: number
  readonly address: string
  readonly kind: string
  /** CMS in base64. */
  readonly sealed: string
  /** DER in base64, the newest first. */
  readonly certificates: readonly string[]
}

/** Who opens a copy, and why; both are shown to the person. */
export interface EscrowUse {
  readonly by: string
  readonly reason: string
}

/**
 * Hands out the copy of a key. In the same transaction it is written down who has it and why, and the person gets a mail; their
 * log of security has it as well. Throws `NotFoundError` where there is no copy.
 */
export async function handOutCopy(context: Context, keyId: number, use: EscrowUse): Promise<EscrowCopy> {
  const owner = await context.store.db
    .selectFrom('mail_key')
    .innerJoin('account', 'account.id', 'mail_key.account_id')
    .select(['mail_key.account_id', 'account.address', 'account.name'])
    .where('mail_key.id', '=', keyId)
    .where('mail_key.escrow', '<>', sql.lit(''))
    .executeTakeFirst()
  if (!owner) throw new NotFoundError()
  const notice = await writeNotice(context, owner, use)
  const copy = await transact(context, async (trx) => {
    const key = await trx
      .selectFrom('mail_key')
      .select(['kind', 'escrow'])
      .where('id', '=', keyId)
      .where('account_id', '=', owner.account_id)
      .executeTakeFirst()
    if (!key || key.escrow === '') throw new NotFoundError()
    const certificates = await trx
      .selectFrom('key_certificate')
      .select('certificate')
      .where('key_id', '=', keyId)
      .orderBy('not_before', 'desc')
      .orderBy('fingerprint')
      .execute()
    await trx
      .insertInto('key_escrow_use')
      .values({ at: context.now(), address: owner.address, key_id: keyId, used_by: use.by, reason: use.reason })
      .execute()
    await addMail(trx, context, {
      accountId: owner.account_id,
      folderId: await folderOfRole(trx, owner.account_id, 'inbox'),
      messageId: await storeMessage(trx, context, notice),
      receivedAt: context.now(),
      size: notice.columns.size,
      systemNotice: true,
      delivered: true,
    })
    return {
      ...{ keyId, address: owner.address, kind: key.kind, sealed: key.escrow },
      certificates: certificates.map(({ certificate }) => certificate),
    }
  })
  await noteAdministratorsChange(context, owner.account_id, 'mailKeyEscrow')
  return copy
}

async function writeNotice(
  context: Context,
  { account_id, address, name }: { readonly account_id: number; readonly address: string; readonly name: string },
  use: EscrowUse,
) {
  const { timeZone } = await readSettings(context, account_id)
  const [by, reason] = [escapeHtml(use.by), escapeHtml(use.reason)]
  return prepareAutomatic(context, mailTransportOf(context).preparer, {
    from: { name, address },
    to: address,
    subject: '单位取用了您的邮件密钥副本 / A copy of your mail key was opened',
    html: `<p>${by} 取用了单位保管的您的邮件密钥副本，可以阅读加密给这个密钥的邮件。原因：${reason}</p><p>${by} has been handed the copy of your mail key that the organisation keeps, and can read mail that is encrypted to it. Reason: ${reason}</p>`,
    answers: null,
    timeZone,
  })
}

/** Who was handed copies, the latest first. */
export const escrowUses = ({ store }: Parts) =>
  store.db
    .selectFrom('key_escrow_use')
    .select(['at', 'address', 'key_id', 'used_by', 'reason'])
    .orderBy('id', 'desc')
    .limit(LISTED_MAX)
    .execute()
