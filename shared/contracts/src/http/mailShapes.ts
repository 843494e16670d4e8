import { z } from 'zod'
import { MAX_MAILS_PER_ACTION } from '../limits.ts'
import { idOf } from './names.ts'

/** The mails that an action is for. */
export const mailIds = z.object({ mailIds: z.array(idOf('mail')).min(1).max(MAX_MAILS_PER_ACTION) })

/** Mails that are no longer there are passed over, so that a repeated call does no harm; `count` shows how many changed. */
export const changed = z.object({ count: z.number().int().nonnegative() })
