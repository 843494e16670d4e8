import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Action,
  begin,
  deciders,
  type LevelState,
  type Machine,
  move,
  reached,
  replaceAway,
  waiting,
} from './approvalMachine.ts'

const IDS = [1, 2, 3, 4, 5, 6, 7] as const
/** The sender, and colleague who may write as them. */
const BARRED = [1, 2]
const colleague = (accountId: number) => ({ accountId, name: `人${accountId}`, address: `p${accountId}@yanshu.test` })

const levels = fc.array(
  fc
    .record({
      mode: fc.constantFrom('any' as const, 'all' as const),
      choice: fc.boolean(),
      onTimeout: fc.constantFrom('next' as const, 'standIn' as const, 'send' as const, 'refuse' as const),
      standIn: fc.option(fc.constantFrom(...IDS), { nil: null }),
      people: fc.uniqueArray(fc.constantFrom(3, 4, 5, 6, 7), { minLength: 1, maxLength: 3 }),
    })
    .map(
      ({ standIn, people, ...level }): LevelState => ({
        ...level,
        hours: 4,
        standIn: standIn === null ? null : colleague(standIn),
        people: people.map((id) => waiting(colleague(id))),
      }),
    ),
  { minLength: 1, maxLength: 3 },
)
const id = fc.constantFrom(...IDS)
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pass' as const), by: id, comment: fc.constant('') }) },
  fc.record({ do: fc.constant('reject' as const), by: id, comment: fc.constant('不行') }),
  fc.record({ do: fc.constant('hand-on' as const), by: id, to: id.map(colleague), comment: fc.constant('') }),
  fc.record({ do: fc.constant('choose' as const), accountId: id }),
  fc.record({ do: fc.constant('withdraw' as const) }),
  fc.record({ do: fc.constant('time-out' as const) }),
)

const decisionsOf = (machine: Machine) =>
  machine.levels.flatMap(({ people }) => people.filter(({ state }) => state === 'passed' || state === 'rejected'))

/** Those who are away at a moment, each with who may stand in. */
const absences = fc
  .dictionary(
    id.map((one) => `${one}`),
    fc.array(id.map(colleague), { maxLength: 2 }),
    { maxKeys: 3 },
  )
  .map((named) => new Map(Object.entries(named).map(([one, standIns]) => [Number(one), standIns])))

test('given anyone who is away, then a mail waits for as many as before or fewer, and never for who may not decide', () => {
  fc.assert(
    fc.property(levels, absences, (made, away) => {
      const before = begin(made, BARRED)
      const { machine, replaced } = replaceAway(before, away, 1)
      const ids = deciders(machine).map(({ accountId }) => accountId)
      expect(ids.length).toBeGreaterThan(0)
      expect(ids.length).toBeLessThanOrEqual(deciders(before).length)
      expect(new Set(ids).size).toBe(ids.length)
      for (const one of reached(machine)) expect(BARRED).not.toContain(one.accountId)
      const gone = machine.levels[0]?.people.filter((one) => one.away) ?? []
      expect(gone).toHaveLength(replaced.length)
      for (const one of gone) expect(away.has(one.accountId ?? 0)).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('given any actions in any order, then what has ended stays, levels go up, and only those who may have decided', () => {
  fc.assert(
    fc.property(levels, fc.array(action, { maxLength: 25 }), absences, (made, actions, away) => {
      let machine = replaceAway(begin(made, BARRED), away, 0).machine
      for (const [at, one] of actions.entries()) {
        const moved = move(machine, one, at)
        if (machine.state !== 'pending') {
          expect(moved).toEqual({ refused: 'closed' })
          continue
        }
        if ('refused' in moved) continue
        const after = moved.machine
        expect(after.level).toBeGreaterThanOrEqual(machine.level)
        // Only a colleague for whom the mail waited has decided, and it never waits for a barred person.
        if (one.do === 'pass' || one.do === 'reject') {
          expect(deciders(machine).map(({ accountId }) => accountId)).toContain(one.by)
          expect(decisionsOf(after)).toHaveLength(decisionsOf(machine).length + 1)
        } else expect(decisionsOf(after)).toHaveLength(decisionsOf(machine).length)
        for (const { accountId } of reached(after)) expect(BARRED).not.toContain(accountId)
        // A pending mail waits for a colleague; a decided one has no decider left.
        expect(deciders(after).length > 0).toBe(after.state === 'pending')
        if (after.state === 'passed' && moved.event === 'passed') {
          for (const { mode, people } of after.levels.slice(machine.level)) {
            const passed = people.filter(({ state }) => state === 'passed')
            if (mode === 'any') expect(passed).toHaveLength(1)
            else expect(passed.length).toBeGreaterThan(0)
          }
        }
        if (after.state === 'rejected') expect(one.do).toBe('reject')
        if (after.state === 'withdrawn') expect(one.do).toBe('withdraw')
        machine = replaceAway(after, away, at).machine
      }
    }),
    { numRuns: 500 },
  )
})
