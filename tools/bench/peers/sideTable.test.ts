import { expect, test } from 'vitest'
import { Figures } from './rows.ts'
import { sideTable } from './sideTable.ts'

const side = (name: string, ...values: readonly number[]) => {
  const figures = new Figures()
  for (const value of values) figures.add('back', value + 10, value)
  return { name, figures }
}

const verdictOf = (...sides: Parameters<typeof sideTable>[0]) =>
  sideTable(sides).split('\n').at(-1)?.split('|').at(-2)?.trim()

test('a table has medians and ranges of what was measured, from outside and in the page', () => {
  expect(sideTable([side('Yanshu', 20, 22, 60), side('SOGo', 40, 44, 46)]).split('\n')).toEqual([
    '| median (lowest–highest) | Yanshu | SOGo | |',
    '| --- | --: | --: | --- |',
    '| back to the inbox, ms | 32 (30–70) | 54 (50–56) | ahead |',
    '|   in the page | 22 (20–60) | 44 (40–46) | ahead |',
  ])
})

test('a row is level inside the range of the best peer, and behind outside of it', () => {
  const slow = side('Roundcube', 90, 100, 110)
  expect(verdictOf(side('Yanshu', 45, 46, 47), slow, side('SOGo', 40, 44, 46))).toBe('level')
  expect(verdictOf(side('Yanshu', 45, 47, 49), slow, side('SOGo', 40, 44, 46))).toBe('behind')
})

test('a peer without a figure is no peer of a row', () => {
  expect(verdictOf(side('Yanshu', 45, 47, 49), side('SOGo'))).toBe('')
  expect(verdictOf(side('Yanshu', 45, 47, 49), side('SOGo'), side('Roundcube', 90, 100, 110))).toBe('ahead')
})
