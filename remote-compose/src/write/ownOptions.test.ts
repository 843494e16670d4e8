import { type LetterOptions, optionOf } from '@yanshu/contracts'
import type { MenuEntry } from '@yanshu/ui'
import { expect, test } from 'vitest'
import { optionEntries, optionFacts } from './ownOptions.ts'

const say = (key: string, values: Record<string, string> = {}) => [key, ...Object.values(values)].join(' ')

/** The lines of the choice, what of them is chosen, and what a line sets. */
function choice(options: LetterOptions) {
  let changed = options
  const entries = optionEntries(options, (next) => (changed = next), say)
  const branch = entries.find((entry) => entry.kind === 'submenu' && entry.id === 'followUp')
  const lines = (branch?.kind === 'submenu' ? branch.items : []).filter((entry) => 'onSelect' in entry)
  const press = (label: string) => {
    lines.find((line: MenuEntry) => 'label' in line && line.label === label)?.onSelect()
    return optionOf(changed, 'mail.followUp')
  }
  return { labels: lines.map(({ label, checked }) => `${label}${checked ? ' ✓' : ''}`), press }
}

test('given a letter, then its writer is reminded after the working days that they choose, or not at all', () => {
  const { labels, press } = choice({})
  expect(labels[0]).toBe('options.followUpNever ✓')
  expect(press('options.followUpDays 5')).toBe(5)
  expect(press('options.followUpNever')).toBeNull()
  expect(optionFacts({ 'mail.followUp': 5 }, say)).toEqual(['options.followUpShort 5'])
})

test('given a number of days that is not offered, then it stands among the others in its order', () => {
  expect(choice({ 'mail.followUp': 7 }).labels.slice(3, 6)).toEqual([
    'options.followUpDays 5',
    'options.followUpDays 7 ✓',
    'options.followUpDays 10',
  ])
})
