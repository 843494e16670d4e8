import type { SubmissionStep } from '../../mailflow/steps/submissionStep.ts'
import { groupFor, moderationHold } from './moderation.service.ts'

/** Keeps a mail to a moderated group until one of its managers has decided (§6). */
export const moderationStep: SubmissionStep = {
  name: 'mail-groups',
  async judge({ origin, recipients }, { context }) {
    if (origin !== 'group') return 'pass'
    const group = await groupFor(context.store.db, recipients)
    return group ? { hold: moderationHold(group) } : 'pass'
  },
}
