import { expect, test } from 'vitest'
import { type OpenState, openAt, openBy } from './openMail.ts'

const inPlace = (from: OpenState, ...ids: readonly (number | null)[]) =>
  ids.reduce((state, id) => openBy(state, id, false), from)

test('given a list, when a mail is opened in its place, then that is a step of Back, and the mails that follow are none', () => {
  const opened = inPlace(openAt(null), 1)
  expect(opened).toEqual({ openId: 1, addressed: null, due: 'step' })
  // However quickly they follow: the step is still due.
  expect(inPlace(opened, 2, 3)).toEqual({ openId: 3, addressed: null, due: 'step' })
  expect(inPlace(openAt(1), 2)).toEqual({ openId: 2, addressed: 1, due: 'replace' })
})

test('given an open mail, when the list is shown again, then that is a step of Back', () => {
  expect(inPlace(openAt(1), null)).toEqual({ openId: null, addressed: 1, due: 'step' })
  expect(inPlace(openAt(null), 1, null)).toEqual({ openId: null, addressed: null, due: 'step' })
})

test('given a list beside its mail, then no mail is a step of Back', () => {
  expect(openBy(openAt(null), 1, true).due).toBe('replace')
  expect(openBy(openAt(1), null, true).due).toBe('replace')
})

test('given an address, then what it names is open and nothing is due', () => {
  expect(openAt(null)).toEqual({ openId: null, addressed: null, due: null })
  expect(openAt(5)).toEqual({ openId: 5, addressed: 5, due: null })
})
