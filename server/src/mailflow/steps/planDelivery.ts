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
import { type Addressed, type Line, lineFor, noteOf } from './line.ts'

/** Recipients that a mail may reach by replacement, beyond those it was addressed to. */
const RECIPIENTS_MAX = 5_000
/** Groups in groups, forwards of forwards. */
const ROUNDS_MAX = 10

const timeOf = ({ timeout = STEP_TIMEOUT_MS }: DeliveryStep) => Math.min(timeout, STEP_TIMEOUT_MS)

/** Whether neither the step nor the mail caused an error: there was no time, or the store did not answer. */
export const isUnanswered = (error: unknown) => error instanceof StepTimeoutError || isStoreSilent(error)

interface Replacing {
  readonly line: Line
  readonly step: string
  /** All others who are to get it. */
  readonly addresses: readonly string[]
}

/**
 * Asks the steps, in their order, what becomes of a mail for each of its recipients, and for those who replace them.
 * Writes nothing. A step that fails is noted with the recipients it was asked about, and has no other consequence.
 * Answers the line of each address the mail was addressed to. Throws `StepUnansweredError` when a step could not be asked.
 */
export async function planDelivery(
  context: Context,
  steps: readonly DeliveryStep[],
  mail: ArrivingMail,
  addressed: readonly Addressed[],
): Promise<ReadonlyMap<string, Line>> {
  const lines = new Map<number | string, Line>()
  /** The line of this recipient, which may have one already. */
  const known = (line: Line): Line => {
    const key = line.accountId ?? line.address.toLowerCase()
    const there = lines.get(key)
    if (!there) lines.set(key, line)
    return there ?? line
  }
  const asked = new Map(addressed.map(({ address, accountId }) => [address, known(lineFor(address, accountId))]))
  const limit = lines.size + RECIPIENTS_MAX
  let round: readonly Line[] = [...lines.values()]
  for (let rounds = 1; round.length > 0; rounds++) {
    const replacing = await judgeRound(context, steps, mail, round)
    if (replacing.length === 0) break
    const targets = await linesOf(context, steps, [...new Set(replacing.flatMap(({ addresses }) => addresses))])
    const next: Line[] = []
    for (const { line, step, addresses } of replacing) {
      const others = addresses.flatMap((address) => targets.get(address) ?? [])
      if (rounds === ROUNDS_MAX || lines.size + others.length > limit) {
        takeBack(line, step, 'too many recipients')
        continue
      }
      const found = others.map(known)
      // Two who pass on to each other: it stays with the one at whom it comes round.
      if (found.every((target) => target === line || target.state === 'replaced')) {
        takeBack(line, step, 'it would be passed on in a circle')
        continue
      }
      // Several steps may pass a mail on beside the recipient's own copy.
      line.targets = [...line.targets, ...found]
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
  round: readonly Line[],
): Promise<Replacing[]> {
  const replacing: Replacing[] = []
  for (const step of steps) {
    const lines = round.filter(({ state, last }) => state === 'deliver' && !last)
    if (lines.length === 0) break
    try {
      const judged = askWithin(timeOf(step), (signal) => step.judge(mail, lines, { context, signal }))
      const decisions = judged instanceof Promise ? await judged : judged
      if (!decisions) continue
      for (const line of lines) {
        const decision = decisions.get(line.address)
        const addresses = decision ? take(line, step.name, decision) : []
        if (addresses.length > 0) replacing.push({ line, step: step.name, addresses })
      }
    } catch (error) {
      if (isUnanswered(error)) throw new StepUnansweredError(step.name, error)
      const facts = { err: error, step: step.name, messageId: mail.rfcMessageId, hash: mail.rawHash }
      context.log.error(facts, 'a step of delivery failed; the mail is delivered without it')
      const detail = { error: error instanceof Error ? error.message : String(error) }
      for (const line of lines) line.notes.push(noteOf(step.name, 'failed', detail))
    }
  }
  return replacing
}

/** Takes a decision over. Answers the others who are to get the mail. */
function take(line: Line, step: string, decision: Decision): readonly string[] {
  // First what may fail: then nothing has been taken over.
  const effects = (decision.effects ?? []).map((data) => ({
    step,
    data: JSON.stringify(data),
    keeps: decision.keeps ?? {},
  }))
  const notes = (decision.notes ?? []).map(({ outcome, detail, key }) => noteOf(step, outcome, detail, key))
  line.effects.push(...effects)
  line.notes.push(...notes)
  line.place = decision.place ?? line.place
  line.seen = decision.seen ?? line.seen
  line.color = decision.color ?? line.color
  line.quiet = decision.quiet ?? line.quiet
  line.labelIds = [...new Set([...line.labelIds, ...(decision.labelIds ?? [])])]
  line.last = decision.last ?? false
  if (decision.refuse) {
    const { status = '5.7.1', reason } = decision.refuse
    line.state = 'refused'
    line.refusal = { status, reason }
    line.notes.push(noteOf(step, 'refused', line.refusal))
    return []
  }
  if (decision.discard) {
    line.state = 'discarded'
    line.notes.push(noteOf(step, 'discarded'))
    return []
  }
  const { recipients = [] } = decision
  if (recipients.length === 0) return []
  const own = line.address.toLowerCase()
  const others = recipients.filter((address) => address.toLowerCase() !== own)
  if (others.length === recipients.length) line.state = 'replaced'
  line.notes.push(noteOf(step, 'replaced', { recipients }))
  return others
}

/** A replacement that cannot be: a recipient with an account keeps the mail. */
function takeBack(line: Line, step: string, error: string): void {
  line.notes.push(noteOf(step, 'failed', { error }))
  if (line.state === 'replaced') line.state = 'deliver'
}

/** Where addresses lead that replace others. */
async function linesOf(
  context: Context,
  steps: readonly DeliveryStep[],
  addresses: readonly string[],
): Promise<Map<string, Line>> {
  const destinations = await findDestinations(context.store.db, addresses)
  const unknown = addresses.filter((address) => destinations.get(address)?.kind === 'unknown')
  const spoken = await spokenFor(context, steps, unknown)
  const lineOf = (address: string): Line => {
    const destination = destinations.get(address) ?? { kind: 'unknown' }
    switch (destination.kind) {
      case 'account':
        return lineFor(address, destination.accountId)
      case 'elsewhere':
        return lineFor(address, null, 'elsewhere')
      case 'disabled':
        return lineFor(address, null, 'gone')
      case 'unknown':
        return lineFor(address, null, spoken.has(address) ? 'deliver' : 'unknown')
    }
  }
  return new Map(addresses.map((address) => [address, lineOf(address)]))
}

/**
 * Which of these addresses, which no account has, are a step's own. Throws `StepUnansweredError` when one could not say,
 * for whatever reason: the address of a group must not be called unknown for that.
 */
export async function spokenFor(
  context: Context,
  steps: readonly DeliveryStep[],
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const spoken = new Set<string>()
  if (addresses.length === 0) return spoken
  for (const step of steps) {
    if (!step.speaksFor) continue
    const ask = step.speaksFor.bind(step)
    try {
      for (const address of await askWithin(timeOf(step), (signal) => ask(addresses, { context, signal }))) {
        spoken.add(address)
      }
    } catch (error) {
      throw new StepUnansweredError(step.name, error)
    }
  }
  return spoken
}
