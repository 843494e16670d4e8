import { boundedHtml } from '../../../mailflow/workers/boundedBody.ts'
import type { MailReader } from '../../../platform/actor/actor.ts'
import { FolderClosedError, MailNotFoundError } from '../../../platform/http/errors.ts'
import type { Context } from '../../../store/context/context.ts'
import { readText, readTextOrNull } from '../../../store/database/storedText.ts'
import { openMailbox } from '../../../store/mailbox/index.ts'
import { headersOf, seenTextOf } from '../../risk-check/index.ts'

/** A mail as the assistant reads it. */
export interface ReadMail {
  readonly subject: string
  readonly from: { readonly name: string; readonly address: string }
  readonly people: readonly { readonly name: string; readonly address: string }[]
  readonly sentAt: number
  /** As its reader sees it: words that are hidden in its HTML, or stand in its other form alone, are not part of it. */
  readonly text: string
  /** Whether its text may be given to a model: never of one with a reading password, an encrypted or a secret one. */
  readonly mayLeave: boolean
}

const ENCRYPTED = /^application\/(?:x-)?(?:pkcs7-mime|pgp-encrypted)/i
const ARMOUR = /-----BEGIN PGP MESSAGE-----/

/** Words of the field Sensitivity by which a sender asks that a mail stays with who got it (RFC 4021 §2.1.55). */
const SENSITIVE = /personal|private|confidential|secret/i

/**
 * Whether the text of a mail may be given to a model: none of a restricted letter, such as one with a reading password. A
 * mail is secret by its field Sensitivity.
 */
export const mayTextLeave = (mail: {
  readonly text: string
  readonly contentTypes: readonly string[]
  /** Whether the letter itself forbids it (`restrictionsOf`). */
  readonly restricted: boolean
  /** The field Sensitivity, '' where there is none. */
  readonly sensitivity: string
}): boolean =>
  !mail.restricted &&
  !SENSITIVE.test(mail.sensitivity) &&
  !ARMOUR.test(mail.text) &&
  !mail.contentTypes.some((type) => ENCRYPTED.test(type))

/** Reads a mail without its attachments; null when there is none, or its folder was closed since it was asked about. */
export async function readForAssistant(context: Context, reader: MailReader, mailId: number): Promise<ReadMail | null> {
  const mailbox = openMailbox(context, reader)
  const row = await mailbox.toAssistant(mailId).catch((error: unknown) => {
    if (error instanceof MailNotFoundError || error instanceof FolderClosedError) return null
    throw error
  })
  if (!row) return null
  const parts = await mailbox.partsOf(row)
  const html = await boundedHtml(context, { html: readTextOrNull(row.html), bounded: row.bounded })
  // The plain form of a mail with HTML is not shown: it may say something else, meant for programs that read it.
  const plain = readText(row.text ?? '')
  const text = html === null ? plain : await seenTextOf(context, html)
  const headers = await headersOf(context, row.raw_hash)
  const from = { name: row.from_name, address: row.from_address }
  return {
    subject: row.subject,
    from,
    people: [from, ...JSON.parse(row.to_list), ...JSON.parse(row.cc_list)],
    sentAt: row.date ?? row.received_at,
    text,
    mayLeave: mayTextLeave({
      text: `${text}\n${plain}`,
      contentTypes: parts.map(({ content_type }) => content_type),
      restricted: !row.restrictions.toAssistant,
      sensitivity: headers.get('sensitivity')?.join(' ') ?? '',
    }),
  }
}

const ADDRESS = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.[\p{L}]{2,}/gu
const PHONE = /(?<!\d)(?:\+?\d{2,3}[- ]?)?1[3-9]\d[- ]?\d{4}[- ]?\d{4}(?!\d)|(?<!\d)0\d{2,3}-\d{7,8}(?!\d)/g
/** Characters that hide text or turn its direction: tricks for readers, and for models. */
const UNSEEN = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|\u034f|[\u{e0000}-\u{e007f}]/gu

/** A text as it is given to a model. */
export function textForModel(
  text: string,
  { cutAddresses, longest }: { cutAddresses: boolean; longest: number },
): string {
  const seen = text.replace(UNSEEN, '').slice(0, longest)
  return cutAddresses ? seen.replace(ADDRESS, '〈address〉').replace(PHONE, '〈number〉') : seen
}
