import type { Context } from '../../store/context/context.ts'
import { type DeliveryPlan, deliveryPlan } from './deliveryPlan.ts'
import type { ArrivingMail, DeliveryStep } from './deliveryStep.ts'
import { createEffects, type Effects } from './effects.ts'
import { ownedBySteps, planDelivery } from './planDelivery.ts'
import type { Addressed } from './plannedRecipient.ts'

/** The steps that every mail to people of this system passes. */
export interface DeliverySteps {
  /** Adds steps after those that are there. Throws when a name is taken. */
  register(steps: readonly DeliveryStep[]): void
  /** Which of these addresses of our domains, which no account has, a step claims. */
  ownedBySteps(addresses: readonly string[]): Promise<ReadonlySet<string>>
  /** Asks the steps what happens to a mail. Writes nothing. */
  plan(mail: ArrivingMail, addressed: readonly Addressed[]): Promise<DeliveryPlan>
  readonly effects: Effects
}

export function createDeliverySteps(context: Context): DeliverySteps {
  const steps: DeliveryStep[] = [spamFlagStep]
  return {
    register(more) {
      for (const step of more) {
        if (steps.some(({ name }) => name === step.name)) throw new Error(`two steps of delivery are “${step.name}”`)
        steps.push(step)
      }
    },
    ownedBySteps: (addresses) => ownedBySteps(context, steps, addresses),
    plan: async (mail, addressed) => deliveryPlan(context, mail, await planDelivery(context, steps, mail, addressed)),
    effects: createEffects(context, steps),
  }
}

/** Moves mail that a trusted filter before this server marked to the spam folder. Later steps see it there. */
const spamFlagStep: DeliveryStep = {
  name: 'spam-flag',
  judge(mail, recipients) {
    if (!mail.flaggedAsSpam) return null
    return new Map(recipients.map(({ address }) => [address, { place: { role: 'spam' } }]))
  },
}
