import type { Kysely } from 'kysely'
import type { Schema } from '../../store/database/schema.ts'
import { clockOf, countSending, RATE_STEP, type Room, roomFor } from '../sendingRate/sendingRate.ts'
import type { Judged, SubmissionStep } from './submissionStep.ts'

/**
 * Holds what would be more recipients in an hour than an account may write to, until there is room. It counts what leaves
 * by the page, by programs, by rules and by itself alike, so that a stolen password or a wrong rule does not send to
 * thousands before it is noticed. The system's own mail is not counted.
 */
export const rateStep: SubmissionStep = {
  name: RATE_STEP,
  async judge({ countsFor, recipients }, { context }) {
    if (countsFor === null) return 'pass'
    const { db } = context.store
    const room = await roomFor(db, { accountId: countsFor, recipients: recipients.length }, context.now())
    return judged(db, countsFor, room)
  },
  async claim(trx, context, { id, countsFor, recipients }) {
    if (countsFor === null) return null
    const room = await countSending(trx, context, id, { accountId: countsFor, recipients: recipients.length })
    const answer = await judged(trx, countsFor, room)
    if (typeof answer === 'object' && 'hold' in answer) return answer.hold
    // The limit was lowered since: the step is asked again, and refuses it.
    return answer === 'pass' ? null : { by: 'server', why: REFUSED_NEXT, until: context.now() }
  },
}

const REFUSED_NEXT = '超出每小时收件人上限 / more recipients than may be written to in an hour'

async function judged(db: Kysely<Schema>, accountId: number, room: Room): Promise<Judged> {
  if (room === 'room') return 'pass'
  const { limit } = room
  if ('never' in room) {
    const reason = `每小时最多发给 ${limit} 个收件人，请分批发送或联系管理员 / at most ${limit} recipients an hour; send it in parts, or ask an administrator`
    return { refuse: { status: '5.7.1', reason } }
  }
  const time = await clockOf(db, accountId, room.until)
  const why = `每小时最多发给 ${limit} 个收件人，将于 ${time} 继续发送 / sent on ${time}; at most ${limit} recipients an hour`
  return { hold: { by: 'server', why, until: room.until } }
}
