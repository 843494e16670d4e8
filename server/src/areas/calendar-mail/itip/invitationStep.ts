import type { Decision, DeliveryStep } from '../../../mailflow/steps/deliveryStep.ts'
import { switchOfMany } from '../../../store/switches/switches.ts'
import { noteArrival } from './arrivals.ts'
import { calendarPart } from './readItip.ts'
import { roomsAmong } from './roomAnswers.ts'

/**
 * Passes calendar objects of mails on to the calendars of their recipients (RFC 5546, 6047). It reads nothing itself,
 * because a delivery must not wait for the reading of a stranger's calendar object. The object is applied once the mail
 * is delivered, and not at all where it was refused or is spam.
 */
export const invitationStep: DeliveryStep = {
  name: 'invitations',
  async judge(mail, recipients, { context }) {
    const part = calendarPart(mail.attachments)
    if (!part) return null
    const people = recipients.filter(({ accountId, place }) => accountId !== null && !isSpam(place))
    const { db } = context.store
    const rooms = await roomsAmong(db, people)
    const withCalendar = await switchOfMany(
      db,
      people.flatMap(({ accountId }) => accountId ?? []),
      'calendarEnable',
    )
    const effect = {
      hash: part.blobHash,
      size: part.size,
      // A mail from outside that names one of our own domains is not trusted.
      sender: mail.claimsOwnDomain ? '' : mail.from.address.toLowerCase(),
      unproven: mail.unproven,
      own: mail.origin === 'event' || mail.origin === 'system',
    }
    const keeps = { blobs: [{ hash: part.blobHash, size: part.size }] }
    const decisions = new Map<string, Decision>()
    for (const { address, accountId } of people) {
      if (accountId === null) continue
      // The mail of a room is not read.
      if (rooms.has(accountId)) decisions.set(address, { discard: true, effects: [effect], keeps })
      else if (withCalendar.get(accountId)) decisions.set(address, { effects: [effect], keeps })
    }
    return decisions
  },
  effect: noteArrival,
}

const isSpam = (place: object): boolean => 'role' in place && place.role === 'spam'
