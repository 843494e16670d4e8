import { type LetterContent, type LetterOptions, unknownMailOptions } from '@yanshu/contracts'
import type { letterToProtect, sendBody } from '@yanshu/contracts/schemas'
import type { z } from 'zod'
import type { Context } from '../../store/context/context.ts'
import { LetterOptionRefusedError } from './composeErrors.ts'
import { contentOf, optionsBeside, optionsOfRow } from './draftRow.ts'

/** A mail to send as the contract's schema made it of what came in. */
export type Sending = z.output<typeof sendBody>

/** The same without what sends it; it may be that of a draft. */
export type CalledLetter = z.output<typeof letterToProtect> & { readonly mailId?: number | null }

/**
 * The letter that a call sends. Throws `LetterOptionRefusedError` where an option would be left out in silence: one for the
 * mail service that this version does not know, and one of the draft that a client of a former version does not name.
 */
export async function letterToSend(
  db: Context['store']['db'],
  accountId: number,
  mail: CalledLetter,
): Promise<LetterContent> {
  const unnamed = mail.options ? {} : optionsBeside(await optionsOfDraft(db, accountId, mail.mailId ?? null))
  const content = contentOf(mail)
  const left = [...Object.keys(unnamed), ...unknownMailOptions(content.options)]
  if (left.length > 0) throw new LetterOptionRefusedError(left)
  return content
}

async function optionsOfDraft(
  db: Context['store']['db'],
  accountId: number,
  mailId: number | null,
): Promise<LetterOptions> {
  if (mailId === null) return {}
  const row = await db
    .selectFrom('draft')
    .select(['options', 'priority', 'request_receipt'])
    .where('mail_id', '=', mailId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ? optionsOfRow(row) : {}
}
