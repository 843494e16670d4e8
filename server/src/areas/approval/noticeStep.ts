import { hasMark } from '../../mailflow/outgoing/automaticMail.ts'
import type { ArrivingMail, DeliveryStep } from '../../mailflow/steps/deliveryStep.ts'

/** Of mails to those who decide. It stands in Message-IDs: never renamed. */
export const NOTICE_MARK = 'approval'

/** Whether a mail announces a record that waits: its reader has a notice of the record itself. */
export const isNotice = (mail: Pick<ArrivingMail, 'origin' | 'rfcMessageId'>): boolean => hasMark(mail, NOTICE_MARK)

/** Open windows list such a mail without a second notification of it. */
export const noticeStep: DeliveryStep = {
  name: 'approval-notice',
  judge: (mail, recipients) =>
    isNotice(mail) ? new Map(recipients.map(({ address }) => [address, { quiet: true }])) : null,
}
