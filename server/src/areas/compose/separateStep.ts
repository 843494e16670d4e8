import type { MailAddress } from '@yanshu/contracts'
import { findDestination } from '../../mailflow/delivery/recipients.ts'
import { SEPARATE_STEP } from '../../mailflow/outgoing/takeApart.ts'
import type { SubmissionStep } from '../../mailflow/steps/submissionStep.ts'
import { mailWorkOf } from '../../mailflow/workers/mailWork.ts'
import type { Context } from '../../store/context/context.ts'
import { readAddresses } from '../../store/mailbox/index.ts'

/** Writes the mail of one recipient of a letter that goes to each separately: alone in To, with its fields filled in. */
export const separateStep: SubmissionStep = {
  name: SEPARATE_STEP,
  ofParts: true,
  async judge({ recipients: [address], subject, rawHash, size, id }, { context }) {
    if (address === undefined) throw new Error('the mail of one recipient has none')
    const to = await recipientOf(context, id, address)
    const fields = { name: to.name || address.slice(0, address.lastIndexOf('@')), address }
    const addressing = { to, subject, fields }
    return { rewrite: await mailWorkOf(context).run('address', { hash: rawHash, addressing }, size) }
  },
}

/** With the name that the letter has for it, or else the one of the organisation. */
async function recipientOf({ store }: Context, outgoingId: string, address: string): Promise<MailAddress> {
  const letter = await store.db
    .selectFrom('outgoing')
    .innerJoin('message', 'message.id', 'outgoing.message_id')
    .select('message.to_list')
    .where('outgoing.id', '=', outgoingId)
    .executeTakeFirst()
  const named = readAddresses(letter?.to_list ?? '[]').find(
    (one) => one.name !== '' && one.address.toLowerCase() === address.toLowerCase(),
  )
  if (named) return { name: oneLine(named.name), address }
  const destination = await findDestination(store.db, address)
  if (destination.kind !== 'account') return { name: '', address }
  const account = await store.db
    .selectFrom('account')
    .select('name')
    .where('id', '=', destination.accountId)
    .executeTakeFirst()
  return { name: oneLine(account?.name ?? ''), address }
}

const oneLine = (name: string): string => name.replaceAll(/\p{Cc}+/gu, ' ').trim()
