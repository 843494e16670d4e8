import { nextAttemptAt } from '../../mailflow/queue/retry.ts'
import { CallError } from '../../platform/http/errors.ts'
import type { JobKind } from '../../store/jobs/index.ts'
import { isUnreleased } from '../../store/queue/outgoingState.ts'
import { FOLLOW_UP_LETTER } from '../compose/index.ts'
import { saveFollowUps } from './followUps.service.ts'

/** How often a letter is checked that waits for a decision or a time. */
const AGAIN_MS = 5 * 60_000

/**
 * Follows up a letter whose writer wants to be reminded where no answer comes: once it has left, so that neither the time
 * for taking it back nor an approval counts. One that was taken back or refused is not followed up.
 */
export const letterJob: JobKind = {
  name: FOLLOW_UP_LETTER,
  atOnce: 2,
  limitMs: 60_000,
  retryAt: nextAttemptAt,
  async run(context, { key }) {
    const [sendId = '', days = ''] = key.split(' ')
    const { db } = context.store
    const letter = await db
      .selectFrom('outgoing')
      .select(['account_id', 'mail_id', 'state'])
      .where('id', '=', sendId)
      .executeTakeFirst()
    if (!letter) return undefined
    if (isUnreleased(letter.state)) return { at: context.now() + AGAIN_MS }
    if (letter.state !== 'released' && letter.state !== 'done') return undefined
    const { account_id: accountId, mail_id: mailId } = letter
    if (accountId === null || mailId === null) return undefined
    // After a kill it runs once more; what its writer has changed meanwhile stays.
    const known = await db.selectFrom('follow_up').select('id').where('mail_id', '=', mailId).executeTakeFirst()
    if (known) return undefined
    try {
      await saveFollowUps(context, accountId, {
        mailIds: [mailId],
        when: { kind: 'workdays', days: Number(days) },
        unlessAnswered: true,
        snooze: false,
        note: '',
      })
    } catch (error) {
      // The copy was deleted or thrown away, or there are as many follow-ups as there may be.
      if (!(error instanceof CallError)) throw error
      context.log.info({ code: error.code }, 'a letter is not followed up')
    }
    return undefined
  },
}
