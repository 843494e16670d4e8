import type { DeliveryStep } from './deliveryStep.ts'

/** Moves mail that a trusted filter before this server marked to the spam folder. Later steps see it there. */
export const spamFlagStep: DeliveryStep = {
  name: 'spam-flag',
  judge(mail, recipients) {
    if (!mail.flaggedAsSpam) return null
    return new Map(recipients.map(({ address }) => [address, { place: { role: 'spam' } }]))
  },
}
