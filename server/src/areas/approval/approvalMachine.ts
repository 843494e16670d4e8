import type { ApprovalEvent, ApprovalLevel, ApprovalPerson, ApprovalState } from '@yanshu/contracts'

/*
 * The states of a mail that needs approval, and every way from one to another. Pure.
 *
 *   pending ──▶ passed        the last level has passed it, or its time ran out where the rule then sends
 *      ├──────▶ rejected      by one of those who decide
 *      ├──────▶ withdrawn     by its sender, or because the mail was taken out of the queue; also from passed, before it left
 *      └──────▶ expired       its time ran out where the rule then refuses
 *
 * Levels decide in their order. Of a level one person decides, or all. For who is away another person may stand in
 * (`replaceAway`). Who is `barred` (the sender, other accounts of the
 * same person, those who may write as the sender) never decides: not as a stand-in and not when it is handed on.
 */

/** Colleague of the organisation. */
export interface Colleague {
  readonly accountId: number
  readonly name: string
  readonly address: string
}

export interface LevelState {
  readonly mode: ApprovalLevel['mode']
  readonly choice: boolean
  /** Working hours; null without end. */
  readonly hours: number | null
  readonly onTimeout: ApprovalLevel['onTimeout']
  /** null once they stand in. */
  readonly standIn: Colleague | null
  readonly people: readonly ApprovalPerson[]
}

export interface Machine {
  readonly state: ApprovalState
  readonly level: number
  readonly levels: readonly LevelState[]
  /** Accounts that never decide about it. */
  readonly barred: readonly number[]
}

export type Action =
  | { readonly do: 'pass' | 'reject'; readonly by: number; readonly comment: string }
  | { readonly do: 'hand-on'; readonly by: number; readonly to: Colleague; readonly comment: string }
  | { readonly do: 'choose'; readonly accountId: number }
  | { readonly do: 'withdraw' }
  | { readonly do: 'time-out' }

/** Why an action is refused. `not-theirs`: it does not wait for this person. `no-such`: they cannot decide about it. */
export type Refused = 'closed' | 'not-theirs' | 'no-such'

export type Moved = { readonly machine: Machine; readonly event: ApprovalEvent['kind'] } | { readonly refused: Refused }

const isWaiting = (person: ApprovalPerson): boolean => person.state === 'waiting'

export const waiting = (colleague: Colleague, standsInFor = ''): ApprovalPerson => ({
  ...colleague,
  state: 'waiting',
  at: null,
  comment: '',
  standsInFor,
})

/** Whom the sender of a mail may choose before it is held: the people of the first level that leaves the choice. */
export const candidatesOf = (levels: readonly LevelState[]): Colleague[] =>
  (levels.find(({ choice }) => choice)?.people ?? []).flatMap(({ accountId, name, address }) =>
    accountId === null ? [] : [{ accountId, name, address }],
  )

/**
 * Lets the person whom the sender has chosen decide alone at the first level that leaves the choice. The others are not asked,
 * and do not see the mail. A person who is not among them changes nothing: then `chosen` is null.
 */
export function chosenFirst(
  levels: readonly LevelState[],
  accountId: number | null,
): { readonly levels: readonly LevelState[]; readonly chosen: Colleague | null } {
  const chosen = candidatesOf(levels).find((one) => one.accountId === accountId) ?? null
  if (!chosen) return { levels, chosen }
  const first = levels.findIndex(({ choice }) => choice)
  const alone = (level: LevelState): LevelState => ({
    ...level,
    choice: false,
    people: level.people.filter((one) => one.accountId === accountId),
  })
  return { levels: levels.map((level, at) => (at === first ? alone(level) : level)), chosen }
}

/** A mail as it is held: its first level decides. */
export function begin(levels: readonly LevelState[], barred: readonly number[]): Machine {
  const asleep = levels.map((level) => ({
    ...level,
    people: level.people.map((person): ApprovalPerson => ({ ...person, state: 'later' })),
  }))
  return wake({ state: 'pending', level: 0, levels: asleep, barred })
}

/** What becomes of it by an action at a moment. */
export function move(machine: Machine, action: Action, at: number): Moved {
  if (machine.state !== 'pending') return { refused: 'closed' }
  switch (action.do) {
    case 'withdraw':
      return { machine: end(machine, 'withdrawn'), event: 'withdrawn' }
    case 'time-out':
      return timeOut(machine, at)
    case 'choose':
      return choose(machine, action.accountId, at)
    default:
      return decided(machine, action, at)
  }
}

const current = (machine: Machine): LevelState | undefined => machine.levels[machine.level]

function withPeople(machine: Machine, people: readonly ApprovalPerson[], more: Partial<LevelState> = {}): Machine {
  const levels = machine.levels.map((level, at) => (at === machine.level ? { ...level, ...more, people } : level))
  return { ...machine, levels }
}

/** Those who have not decided no longer can. */
const leave = (people: readonly ApprovalPerson[], at: number | null): ApprovalPerson[] =>
  people.map((person) => (isWaiting(person) ? { ...person, state: 'gone', at } : person))

const end = (machine: Machine, state: ApprovalState): Machine => ({
  ...withPeople(machine, leave(current(machine)?.people ?? [], null)),
  state,
})

/** Lets the people of the current level decide. */
function wake(machine: Machine): Machine {
  const people = current(machine)?.people ?? []
  return withPeople(
    machine,
    people.map((person) => (person.state === 'later' ? { ...person, state: 'waiting' } : person)),
  )
}

const next = (machine: Machine): Machine =>
  machine.level + 1 < machine.levels.length
    ? wake({ ...machine, level: machine.level + 1 })
    : { ...machine, state: 'passed' }

function decided(machine: Machine, action: Extract<Action, { do: 'pass' | 'reject' | 'hand-on' }>, at: number): Moved {
  const level = current(machine)
  const mine = level?.people.find((person) => isWaiting(person) && person.accountId === action.by)
  if (!level || !mine || machine.barred.includes(action.by)) return { refused: 'not-theirs' }
  const { comment } = action
  const mark = (state: ApprovalPerson['state']) =>
    level.people.map((person) => (person === mine ? { ...person, state, at, comment } : person))
  switch (action.do) {
    case 'reject':
      return { machine: end(withPeople(machine, mark('rejected')), 'rejected'), event: 'rejected' }
    case 'pass': {
      const people = level.mode === 'any' ? leave(mark('passed'), at) : mark('passed')
      const moved = withPeople(machine, people)
      return { machine: people.some(isWaiting) ? moved : next(moved), event: 'passed' }
    }
    case 'hand-on': {
      const { to } = action
      const isThere = level.people.some(({ accountId }) => accountId === to.accountId)
      if (isThere || machine.barred.includes(to.accountId)) return { refused: 'no-such' }
      return {
        machine: withPeople(machine, [...mark('handed-on'), waiting(to, mine.name)]),
        event: 'handed-on',
      }
    }
  }
}

/** Whether no person of a level has decided, and its time has not run out. */
export const isUntouched = ({ people }: LevelState): boolean => people.every((one) => isWaiting(one) || one.away)

/** Only before the first decision of the level, and where the rule leaves the choice. */
function choose(machine: Machine, accountId: number, at: number): Moved {
  const level = current(machine)
  if (
    !level?.choice ||
    !isUntouched(level) ||
    !level.people.filter(isWaiting).some((one) => one.accountId === accountId)
  )
    return { refused: 'no-such' }
  const people = level.people.map((one) =>
    one.accountId === accountId || !isWaiting(one) ? one : { ...one, state: 'gone' as const, at },
  )
  return { machine: withPeople(machine, people, { choice: false }), event: 'chosen' }
}

function timeOut(machine: Machine, at: number): Moved {
  const level = current(machine)
  if (!level) return { machine: end(machine, 'expired'), event: 'timed-out-refused' }
  const { onTimeout, standIn } = level
  if (onTimeout === 'send') return { machine: end(machine, 'passed'), event: 'timed-out-sent' }
  const there = level.people.map(({ accountId }) => accountId)
  if (onTimeout === 'standIn' && standIn && ![...machine.barred, ...there].includes(standIn.accountId)) {
    const late = level.people.filter(isWaiting).map(({ name }) => name)
    const people = [...leave(level.people, at), waiting(standIn, late.join('、'))]
    return { machine: withPeople(machine, people, { standIn: null, choice: false }), event: 'stand-in' }
  }
  if (onTimeout !== 'refuse' && machine.level + 1 < machine.levels.length) {
    return { machine: next(withPeople(machine, leave(level.people, at))), event: 'next-level' }
  }
  return { machine: end(machine, 'expired'), event: 'timed-out-refused' }
}

/** Those whose decision it waits for. */
export const deciders = (machine: Machine): ApprovalPerson[] =>
  machine.state === 'pending' ? (current(machine)?.people ?? []).filter(isWaiting) : []

/** Whom it has reached. */
export const reached = (machine: Machine): ApprovalPerson[] =>
  machine.levels.slice(0, machine.level + 1).flatMap(({ people }) => people.filter(({ state }) => state !== 'later'))

/** A person who is away, and who stands in for them. */
export interface Replaced {
  readonly away: string
  readonly standIn: string
}

/**
 * Lets others stand in for the people of the current level who are away. A person whose stand-ins all may not decide (barred,
 * or one who has had their turn at this level) stays asked.
 * @param standIns by account that is away, those who may stand in, the first choice first
 */
export function replaceAway(
  machine: Machine,
  standIns: ReadonlyMap<number, readonly Colleague[]>,
  at: number,
): { readonly machine: Machine; readonly replaced: readonly Replaced[] } {
  const replaced: Replaced[] = []
  let people = [...(current(machine)?.people ?? [])]
  for (const person of people) {
    if (!isWaiting(person) || person.accountId === null) continue
    const barred = new Set<number | null>(machine.barred)
    for (const one of people) if (!isWaiting(one) || one === person) barred.add(one.accountId)
    const standIn = standIns.get(person.accountId)?.find(({ accountId }) => !barred.has(accountId))
    if (!standIn) continue
    const name = person.name || person.address
    replaced.push({ away: name, standIn: standIn.name || standIn.address })
    const there = people.find(({ accountId }) => accountId === standIn.accountId)
    people = people.map((one) =>
      one.accountId === person.accountId && isWaiting(one)
        ? { ...one, state: 'gone', at, away: true }
        : one === there
          ? { ...one, standsInFor: [one.standsInFor, name].filter((text) => text !== '').join('、') }
          : one,
    )
    if (!there) people.push(waiting(standIn, name))
  }
  return { machine: replaced.length > 0 ? withPeople(machine, people) : machine, replaced }
}
