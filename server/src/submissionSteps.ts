import { approvalStep } from './areas/approval/index.ts'
import { separateStep } from './areas/compose/index.ts'
import { moderationStep } from './areas/mail-groups/index.ts'
import { headStep } from './areas/restricted-letters/index.ts'
import type { SubmissionStep } from './mailflow/steps/submissionStep.ts'

/**
 * The steps of sending of the areas, in the order in which every letter passes them, after the time that its sender has
 * chosen. What needs a decision comes before what changes the bytes, so that a signature is over what was approved.
 */
export const submissionSteps: readonly SubmissionStep[] = [approvalStep, moderationStep, headStep, separateStep]
