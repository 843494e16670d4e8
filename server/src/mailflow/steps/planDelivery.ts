import type { Context } from '../../store/context/context.ts'
import { isStoreSilent } from '../../store/database/isStoreSilent.ts'
import { findDestinations } from '../delivery/recipients.ts'
import { askWithin, StepTimeoutError } from './askWithin.ts'
import {
  type ArrivingMail,
  type Decision,
  type DeliveryStep,
  STEP_TIMEOUT_MS,
  StepUnansweredError,
} from './deliveryStep.ts'
import { type Addressed, noteOf, type PlannedRecipient, plannedRecipient } from './plannedRecipient.ts'

/** Recipients that a mail may reach by replacement, beyond those it was addressed to. */
const RECIPIENTS_MAX = 5_000
/** Groups in groups, forwards of forwards. */
const ROUNDS_MAX = 10

const timeOf = ({ timeout = STEP_TIMEOUT_MS }: DeliveryStep) => Math.min(timeout, STEP_TIMEOUT_MS)

/** Whether neither the step nor the mail caused an error: there was no time, or the store did not answer. */
export const isUnanswered = (error: unknown) => error instanceof StepTimeoutError || isStoreSilent(error)

interface Replacing {
  readonly recipient: PlannedRecipient
  readonly step: string
  /** All others who are to get it. */
  readonly addresses: readonly string[]
}

/**
 * Asks the steps, in their order, what becomes of a mail for each of its recipients, and for those who replace them.
 * Writes nothing. A step that fails is noted with the recipients it was asked about, and has no other consequence.
 * Answers what is planned for each address that the mail was addressed to. Throws `StepUnansweredError` when a step could not be asked.
 */
export async function planDelivery(
  context: Context,
  steps: readonly DeliveryStep[],
  mail: ArrivingMail,
  addressed: readonly Addressed[],
): Promise<ReadonlyMap<string, PlannedRecipient>> {
  const planned = new Map<number | string, PlannedRecipient>()
  /** What is planned for this recipient, for whom something may be planned already. */
  const known = (recipient: PlannedRecipient): PlannedRecipient => {
    const key = recipient.accountId ?? recipient.address.toLowerCase()
    const there = planned.get(key)
    if (!there) planned.set(key, recipient)
    return there ?? recipient
  }
  const asked = new Map(
    addressed.map(({ address, accountId }) => [address, known(plannedRecipient(address, accountId))]),
  )
  const limit = planned.size + RECIPIENTS_MAX
  let round: readonly PlannedRecipient[] = [...planned.values()]
  for (let rounds = 1; round.length > 0; rounds++) {
    const replacing = await judgeRound(context, steps, mail, round)
    if (replacing.length === 0) break
    const targets = await linesOf(context, steps, [...new Set(replacing.flatMap(({ addresses }) => addresses))])
    const next: PlannedRecipient[] = []
    for (const { recipient, step, addresses } of replacing) {
      const others = addresses.flatMap((address) => targets.get(address) ?? [])
      if (rounds === ROUNDS_MAX || planned.size + others.length > limit) {
        revokeDecision(recipient, step, 'too many recipients')
        continue
      }
      const found = others.map(known)
      // Two who pass on to each other: it stays with the one at whom it comes round.
      if (found.every((target) => target === recipient || target.state === 'replaced')) {
        revokeDecision(recipient, step, 'it would be passed on in a circle')
        continue
      }
      // Several steps may pass a mail on beside the recipient's own copy.
      recipient.targets = [...recipient.targets, ...found]
      for (const target of found) if (others.includes(target) && target.state === 'deliver') next.push(target)
    }
    round = [...new Set(next)]
  }
  return asked
}

/** Passes recipients through every step. Answers who is replaced by whom. */
async function judgeRound(
  context: Context,
  steps: readonly DeliveryStep[],
  mail: ArrivingMail,
  round: readonly PlannedRecipient[],
): Promise<Replacing[]> {
  const replacing: Replacing[] = []
  for (const step of steps) {
    const waiting = round.filter(({ state, last }) => state === 'deliver' && !last)
    if (waiting.length === 0) break
    try {
      const judged = askWithin(timeOf(step), (signal) => step.judge(mail, waiting, { context, signal }))
      const decisions = judged instanceof Promise ? await judged : judged
      if (!decisions) continue
      for (const recipient of waiting) {
        const decision = decisions.get(recipient.address)
        const addresses = decision ? applyDecision(recipient, step.name, decision) : []
        if (addresses.length > 0) replacing.push({ recipient, step: step.name, addresses })
      }
    } catch (error) {
      if (isUnanswered(error)) throw new StepUnansweredError(step.name, error)
      const facts = { err: error, step: step.name, messageId: mail.rfcMessageId, hash: mail.rawHash }
      context.log.error(facts, 'a step of delivery failed; the mail is delivered without it')
      const detail = { error: error instanceof Error ? error.message : String(error) }
      for (const recipient of waiting) recipient.notes.push(noteOf(step.name, 'failed', detail))
    }
  }
  return replacing
}

/** Takes a decision over. Answers the others who are to get the mail. */
function applyDecision(recipient: PlannedRecipient, step: string, decision: Decision): readonly string[] {
  // First what may fail: then nothing has been taken over.
  const effects = (decision.effects ?? []).map((data) => ({
    step,
    data: JSON.stringify(data),
    keeps: decision.keeps ?? {},
  }))
  const notes = (decision.notes ?? []).map(({ outcome, detail, key }) => noteOf(step, outcome, detail, key))
  recipient.effects.push(...effects)
  recipient.notes.push(...notes)
  recipient.place = decision.place ?? recipient.place
  recipient.seen = decision.seen ?? recipient.seen
  recipient.color = decision.color ?? recipient.color
  recipient.quiet = decision.quiet ?? recipient.quiet
  recipient.labelIds = [...new Set([...recipient.labelIds, ...(decision.labelIds ?? [])])]
  recipient.last = decision.last ?? false
  if (decision.refuse) {
    const { status = '5.7.1', reason } = decision.refuse
    recipient.state = 'refused'
    recipient.refusal = { status, reason }
    recipient.notes.push(noteOf(step, 'refused', recipient.refusal))
    return []
  }
  if (decision.discard) {
    recipient.state = 'discarded'
    recipient.notes.push(noteOf(step, 'discarded'))
    return []
  }
  const { recipients = [] } = decision
  if (recipients.length === 0) return []
  const own = recipient.address.toLowerCase()
  const others = recipients.filter((address) => address.toLowerCase() !== own)
  if (others.length === recipients.length) recipient.state = 'replaced'
  recipient.notes.push(noteOf(step, 'replaced', { recipients }))
  return others
}

/** A replacement that cannot be: a recipient with an account keeps the mail. */
function revokeDecision(recipient: PlannedRecipient, step: string, error: string): void {
  recipient.notes.push(noteOf(step, 'failed', { error }))
  if (recipient.state === 'replaced') recipient.state = 'deliver'
}

/** Where addresses lead that replace others. */
async function linesOf(
  context: Context,
  steps: readonly DeliveryStep[],
  addresses: readonly string[],
): Promise<Map<string, PlannedRecipient>> {
  const destinations = await findDestinations(context.store.db, addresses)
  const unknown = addresses.filter((address) => destinations.get(address)?.kind === 'unknown')
  const owned = await ownedBySteps(context, steps, unknown)
  const recipientOf = (address: string): PlannedRecipient => {
    const destination = destinations.get(address) ?? { kind: 'unknown' }
    switch (destination.kind) {
      case 'account':
        return plannedRecipient(address, destination.accountId)
      case 'elsewhere':
        return plannedRecipient(address, null, 'elsewhere')
      case 'disabled':
        return plannedRecipient(address, null, 'gone')
      case 'unknown':
        return plannedRecipient(address, null, owned.has(address) ? 'deliver' : 'unknown')
    }
  }
  return new Map(addresses.map((address) => [address, recipientOf(address)]))
}

/**
 * Which of these addresses, which no account has, are a step's own. Throws `StepUnansweredError` when one could not say,
 * for whatever reason: the address of a group must not be called unknown for that.
 */
export async function ownedBySteps(
  context: Context,
  steps: readonly DeliveryStep[],
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const owned = new Set<string>()
  if (addresses.length === 0) return owned
  for (const step of steps) {
    if (!step.stepAddresses) continue
    const ask = step.stepAddresses.bind(step)
    try {
      for (const address of await askWithin(timeOf(step), (signal) => ask(addresses, { context, signal }))) {
        owned.add(address)
      }
    } catch (error) {
      throw new StepUnansweredError(step.name, error)
    }
  }
  return owned
}
