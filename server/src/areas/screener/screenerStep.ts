import { isOwnAddress } from '../../mailflow/delivery/recipients.ts'
import { readHeader } from '../../mailflow/reading/readHeader.ts'
import type { ArrivingMail, Decision, DeliveryStep, StepRecipient } from '../../mailflow/steps/deliveryStep.ts'
import { afterCommit } from '../../store/database/afterCommit.ts'
import { announceChanges, folderOfRole, moveMails } from '../../store/mailbox/index.ts'
import { listedAs, ruleBooks } from '../classification/index.ts'
import { answeredIds } from '../follow-up/index.ts'
import { isExpected } from './isExpected.ts'
import { hasLetterOfOrganisation, placeOf, screeningFolders, whoHolds } from './whoHolds.ts'

/** A sender whose mail was held. */
interface Held {
  readonly sender: string
  /** The folder that it was stored in. */
  readonly folderId: number
}

/**
 * Stores mail of unknown senders apart for who has asked for that, without a notification. After the rules: what a rule has
 * stored elsewhere, and what is spam, stays there. Never held are mails of the organisation, of senders that the person has
 * written to, knows as contacts, has allowed or has had mail of before, answers to letters of the house, and codes.
 */
export const screenerStep: DeliveryStep = {
  name: 'screener',
  async judge(mail, recipients, { context }) {
    if (mail.source === 'local' || mail.from.address === '') return null
    const { db } = context.store
    const waiting = recipients.filter((one) => one.accountId !== null && isInInbox(one))
    const folders = await screeningFolders(
      db,
      waiting.flatMap(({ accountId }) => accountId ?? []),
    )
    if (folders.size === 0 || isExpected(mail)) return null
    const sender = mail.from.address.toLowerCase()
    if (await isOwnAddress(db, sender)) return null
    const unacquainted = await whoHolds(db, folders, sender)
    if (unacquainted.size === 0) return null
    const books = await ruleBooks(context, [...unacquainted])
    const answered = answeredIds(await readHeader(context, mail.rawHash))
    const decisions = new Map<string, Decision>()
    for (const { accountId, address } of waiting) {
      const folderId = accountId === null ? undefined : folders.get(accountId)
      if (accountId === null || folderId === undefined || !unacquainted.has(accountId)) continue
      if (isAllowed(books, accountId, mail)) continue
      if (await hasLetterOfOrganisation(db, accountId, answered)) continue
      const effect: Held = { sender, folderId }
      decisions.set(address, {
        place: { folderId },
        quiet: true,
        effects: [effect],
        notes: [{ outcome: 'held', key: sender }],
      })
    }
    return decisions.size > 0 ? decisions : null
  },
  async effect(trx, context, { accountId, mailId, data }) {
    if (accountId === null || mailId === null) return
    const { sender, folderId } = data as Held
    const place = await placeOf(trx, mailId)
    if (place?.screens === 1) {
      await trx
        .insertInto('held_sender')
        .values({ account_id: accountId, address: sender })
        .onConflict((conflict) => conflict.columns(['account_id', 'address']).doNothing())
        .execute()
    } else if (place?.id === folderId) {
      // It was turned off while this mail was on its way: it is let in as those before it were.
      const targetFolderId = await folderOfRole(trx, accountId, 'inbox')
      await moveMails(trx, context, { accountId, mailIds: [mailId], targetFolderId })
      afterCommit(trx, () => announceChanges(context, [accountId]))
    }
  },
}

const isInInbox = ({ place }: StepRecipient): boolean => 'role' in place && place.role === 'inbox'

const isAllowed = (books: Awaited<ReturnType<typeof ruleBooks>>, accountId: number, mail: ArrivingMail): boolean => {
  const book = books.get(accountId)
  return book !== undefined && listedAs(book.senders, mail.from.address) === 'allowed'
}
