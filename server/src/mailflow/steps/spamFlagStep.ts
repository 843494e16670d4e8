import type { DeliveryStep } from './deliveryStep.ts'

/** What a trusted filter before this server marked goes into the spam folder. Later steps may see it there. */
export const spamFlagStep: DeliveryStep = {
  name: 'spam-flag',
  judge(mail, recipients) {
    if (!mail.flaggedAsSpam) return null
    return new Map(recipients.map(({ address }) => [address, { place: { role: 'spam' } }]))
  },
}
