import { READING_SITTING_MS } from '@yanshu/contracts'
import { z } from 'zod'
import { BusyError, TooManyRequestsError } from '../../platform/http/errors.ts'
import { isPassword } from '../../store/accounts/password.ts'
import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'
import {
  countOutsideReading,
  type OutsideReader,
  outsideOpening,
  outsideReaderOf,
  whyNotOpenedOutside,
} from '../../store/mailbox/index.ts'
import { tokenHash } from '../../store/sessions/tokens.ts'
import { switchesOf } from '../../store/switches/switches.ts'
import { placeOf } from '../../store/throttle/place.ts'
import { countTries } from '../../store/throttle/throttle.ts'
import { ticketKind } from '../../store/tickets/tickets.ts'
import { contentOf, type LetterText } from './letterText.ts'

/*
 * People outside the organisation read a letter on a page, by a link of their own and the reading password. The conditions are
 * those of the letter (`letter_policy`), and decided where they are decided for recipients inside (`store/mailbox`).
 */

/** One sitting: the letter stays open in the browser that has entered the password, and opening it again does not count. */
const sittings = ticketKind('outside-letter', z.object({ readerId: z.number().int() }), READING_SITTING_MS)

/** Why a letter is not shown to who has entered its password. */
export type OverOutside = 'person' | 'expired' | 'read' | 'ended' | 'closed'

/** What comes of a password. */
export type OpenedOutside =
  | { readonly kind: 'open'; readonly ticket: string }
  | { readonly kind: 'wrong' | 'wait' | 'busy' }
  | { readonly kind: 'over'; readonly why: OverOutside }

/** Tries of one link, and of one network over all links, before each further one waits. */
const triesOf = (hash: string, ip: string) => {
  const [link, network] = [`letter-page:${hash}`, `letter-page-from:${placeOf(ip)}`]
  const longestS = 15 * 60
  return { link, network, rules: [{ scope: link, free: 10, longestS }, { scope: network, free: 30, longestS }] } // biome-ignore format: one row
}

/**
 * Opens a letter by its password and counts that. Until the password is right nothing is answered about the letter, not even
 * whether there is one; a wrong one costs no reading.
 */
export async function openOutside(
  context: Context,
  { token, password, ip }: { readonly token: string; readonly password: string; readonly ip: string },
): Promise<OpenedOutside> {
  const hash = tokenHash(token)
  const { link, network, rules } = triesOf(hash, ip)
  try {
    const tries = await countTries(context, rules)
    const reader = await outsideReaderOf(context.store.db, hash)
    // Where there is no letter the comparison takes as long.
    const isRight = await isPassword(password, reader?.password_hash ?? '', network)
    if (!reader || !isRight) return { kind: 'wrong' }
    await tries.forget([link])
    await tries.giveBack([network])
    return await openCounted(context, reader)
  } catch (error) {
    if (error instanceof TooManyRequestsError) return { kind: 'wait' }
    if (error instanceof BusyError) return { kind: 'busy' }
    throw error
  }
}

async function openCounted(context: Context, reader: OutsideReader): Promise<OpenedOutside> {
  const shut = await whyShut(context, reader)
  if (shut !== null) return { kind: 'over', why: shut }
  const why = await transact(context, (trx) => countOutsideReading(trx, reader, context.now()))
  if (why !== null) return { kind: 'over', why }
  const ticket = await sittings.issue(context, { data: { readerId: reader.readerId } })
  return { kind: 'open', ticket }
}

/** Why a link is shut that may have readings left: its sender has taken the letter back, or the organisation wants no pages. */
async function whyShut(
  { store }: Pick<Context, 'store'>,
  { endedAt, senderId }: OutsideReader,
): Promise<'ended' | 'closed' | null> {
  if (endedAt !== null) return 'ended'
  return (await switchesOf(store.db, senderId)).outsideReadEnable ? null : 'closed'
}

/** A letter as its page shows it. */
export interface ShownOutside extends LetterText {
  readonly kind: 'shown'
  readonly sender: { readonly name: string; readonly address: string }
  /** How often it was opened, and how often it may be; null where that is not counted. */
  readonly times: number
  readonly reads: number | null
  /** Epoch milliseconds. */
  readonly until: number
  readonly burn: boolean
}

/** What a sitting shows: the letter, why it is over, or null where there is no sitting of this link. */
export async function shownOutside(
  context: Context,
  { token, ticket }: { readonly token: string; readonly ticket: string },
): Promise<ShownOutside | { readonly kind: 'over'; readonly why: OverOutside } | null> {
  const sitting = await sittings.read(context, ticket)
  if (!sitting) return null
  const reader = await outsideReaderOf(context.store.db, tokenHash(token))
  if (reader?.readerId !== sitting.data.readerId) return null
  const why = (await whyShut(context, reader)) ?? whyNotOpenedOutside(outsideOpening(reader, true), context.now())
  if (why !== null) return { kind: 'over', why }
  return {
    ...(await contentOf(context, reader)),
    kind: 'shown',
    sender: { name: reader.senderName, address: reader.senderAddress },
    times: reader.opened,
    reads: reader.reads,
    until: reader.expiresAt ?? context.now(),
    burn: reader.burn === 1,
  }
}

/** Ends a sitting. One that is over already is ignored. */
export async function closeOutside(context: Context, ticket: string): Promise<void> {
  await sittings.take(context, ticket)
}
