import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { OutgoingState } from '../database/schema.ts'
import { columnsOf, isUnreleased, mayMove, NEVER } from './outgoingState.ts'

const STATES: readonly OutgoingState[] = ['accepted', 'checking', 'held', 'released', 'done', 'refused', 'taken-back']

test('a mail goes forward only, and what nobody has got can be held, refused and taken back', () => {
  const ways = STATES.flatMap((from) => STATES.flatMap((to) => (mayMove(from, to) ? [`${from} > ${to}`] : [])))
  expect(ways).toEqual([
    'accepted > checking',
    'accepted > held',
    'accepted > released',
    'accepted > refused',
    'accepted > taken-back',
    'checking > checking',
    'checking > held',
    'checking > released',
    'checking > refused',
    'checking > taken-back',
    'held > accepted',
    'held > checking',
    'held > held',
    'held > released',
    'held > refused',
    'held > taken-back',
    'released > done',
  ])
})

test('from every state a mail can end, and what has ended stays as it is', () => {
  for (const state of STATES) {
    const next = STATES.filter((to) => mayMove(state, to))
    expect(next.length === 0).toBe(['done', 'refused', 'taken-back'].includes(state))
    expect(mayMove(state, 'taken-back')).toBe(isUnreleased(state))
  }
})

test('a hold until a decision is never due, and every other move ends the hold', () => {
  const hold = { step: 'approval', by: 'group:1', why: '等 / waits', until: null } as const
  expect(columnsOf({ to: 'held', hold })).toEqual({
    due_at: NEVER,
    held_step: 'approval',
    held_by: 'group:1',
    held_why: '等 / waits',
  })
  for (const move of [
    { to: 'accepted', now: 5 },
    { to: 'checking', at: 5 },
    { to: 'released', now: 5, messageId: 1 },
    { to: 'refused' },
    { to: 'taken-back' },
  ] as const) {
    expect(columnsOf(move)).toMatchObject({ held_step: '', held_by: '', held_why: '' })
  }
})

test('no statement but those of moveMail.ts changes a mail on its way out', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.(test|migration)\.ts$/.test(file) && !file.startsWith('testing/'),
  )
  const changes = (pattern: RegExp) => files.filter((file) => pattern.test(readFileSync(`${root}${file}`, 'utf8')))
  expect(changes(/updateTable\(\s*'outgoing'|update outgoing\b/)).toEqual(['store/queue/moveMail.ts'])
  // A mail that is decided in parts becomes two, each of them held.
  expect(changes(/insertInto\(\s*'outgoing'|insert into outgoing\b/).toSorted()).toEqual([
    'mailflow/queue/queueMail.ts',
    'mailflow/queue/splitMail.ts',
  ])
})
