import { expect, test } from 'vitest'
import { type Opening, whyNotOpened, whyNotOpenedOutside } from './restrictions.ts'

const DAY_MS = 86_400_000
const FREE: Opening = { policy: { reads: null, days: null, secret: 0, delivered_at: 0 }, opened: 0, isOpen: false }
const of = (policy: Partial<Opening['policy']>, more: Partial<Opening> = {}): Opening => ({
  ...{ ...FREE, ...more },
  policy: { ...FREE.policy, ...policy },
})

const PERSON = { via: 'session', accountId: 1, personId: 1 } as const
const ACTORS = {
  recipient: (letter: Opening) => whyNotOpened(PERSON, letter, DAY_MS),
  delegate: (letter: Opening) => whyNotOpened({ ...PERSON, personId: 2 }, letter, DAY_MS),
  // The head came to them by a rule, a forward or an import.
  'second user': (letter: Opening) => whyNotOpened(PERSON, { ...letter, opened: null }, DAY_MS),
  code: (letter: Opening) => whyNotOpened({ ...PERSON, via: 'code' }, letter, DAY_MS),
  system: (letter: Opening) => whyNotOpened({ ...PERSON, via: 'system' }, letter, DAY_MS),
  operator: (letter: Opening) => whyNotOpened({ ...PERSON, via: 'operator' }, letter, DAY_MS),
  public: (letter: Opening) => whyNotOpenedOutside(letter, DAY_MS),
}
type Answers = Record<'recipient' | 'delegate' | 'public', ReturnType<typeof whyNotOpened>>

const LETTERS: readonly (readonly [string, Opening, Answers])[] = [
  ['no count, days or secrecy', of({}), { recipient: null, delegate: null, public: null }],
  ['a reading left', of({ reads: 2 }, { opened: 1 }), { recipient: null, delegate: null, public: null }],
  ['no reading left', of({ reads: 2 }, { opened: 2 }), { recipient: 'read', delegate: 'read', public: 'read' }],
  [
    'no reading left, and it is open',
    of({ reads: 2 }, { opened: 2, isOpen: true }),
    { recipient: null, delegate: null, public: null },
  ],
  ['a day left', of({ days: 2 }), { recipient: null, delegate: null, public: null }],
  [
    'no day left, and it is open',
    of({ days: 1 }, { isOpen: true }),
    { recipient: 'expired', delegate: 'expired', public: 'expired' },
  ],
  ['days that have not begun', of({ days: 1, delivered_at: null }), { recipient: null, delegate: null, public: null }],
  ['secrecy', of({ secret: 1 }), { recipient: null, delegate: 'person', public: 'person' }],
]

test.each(LETTERS)('given %s, then each kind of actor opens it or does not', (_name, letter, answers) => {
  const found = Object.fromEntries(Object.entries(ACTORS).map(([actor, ask]) => [actor, ask(letter)]))
  expect(found).toEqual({
    ...{ 'second user': 'recipient', code: 'person', system: 'person', operator: 'person' },
    ...answers,
  })
})
