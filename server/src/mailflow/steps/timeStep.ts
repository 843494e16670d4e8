import type { Hold } from '../../store/queue/outgoingState.ts'
import type { SubmissionStep } from './submissionStep.ts'

const STEP = 'time'
const WHY = '尚未到发送时间，可以撤回 / leaves later; it can be taken back until then'

/** Holds a letter until the moment that its sender has chosen: some seconds to take it back, or a later time. */
export const holdUntil = (until: number): Hold => ({ step: STEP, by: 'sender', why: WHY, until })

export const timeStep: SubmissionStep = {
  name: STEP,
  judge: ({ releaseAt }, { context }) => (releaseAt > context.now() ? { hold: holdUntil(releaseAt) } : 'pass'),
}
