import { noticeStep } from './areas/approval/index.ts'
import { autoReplyStep } from './areas/auto-reply/index.ts'
import { invitationStep } from './areas/calendar-mail/index.ts'
import { classificationStep } from './areas/classification/index.ts'
import { correctionStep } from './areas/compose/index.ts'
import { answerStep } from './areas/follow-up/index.ts'
import { forwardingStep } from './areas/forwarding/index.ts'
import { groupStep } from './areas/mail-groups/index.ts'
import { receiptStep } from './areas/receipts/index.ts'
import { webPushStep } from './areas/web-push/index.ts'
import type { DeliveryStep } from './mailflow/steps/deliveryStep.ts'

/**
 * The steps of delivery of the areas, in the order in which every mail passes them. What refuses or replaces recipients
 * (mail groups, approval) comes before what sorts (rules), and what answers or notifies (auto-reply, push messages)
 * comes last, because it depends on the folder the mail was filed in.
 */
export const deliverySteps: readonly DeliveryStep[] = [
  groupStep,
  receiptStep,
  classificationStep,
  // After the rules: a corrected copy lies where the letter is that it corrects.
  correctionStep,
  invitationStep,
  answerStep,
  forwardingStep,
  autoReplyStep,
  noticeStep,
  webPushStep,
]
