import { type LetterOptions, optionOf, withOption } from '@yanshu/contracts'
import type { MenuEntry } from '@yanshu/ui'

const PRIORITIES = [
  [1, 'high'],
  [3, 'normal'],
  [5, 'low'],
] as const

type Say = (key: string) => string

/** The options that the product has itself, in the menu of a letter. */
export function optionEntries(options: LetterOptions, set: (next: LetterOptions) => void, say: Say): MenuEntry[] {
  const receipt = optionOf(options, 'mail.receipt')
  return [
    { kind: 'heading', id: 'priority', label: say('options.priority') },
    ...PRIORITIES.map(([value, name]) => ({
      id: name,
      label: say(`options.${name}`),
      radio: true,
      checked: optionOf(options, 'mail.priority') === value,
      onSelect: () => set(withOption(options, 'mail.priority', value)),
    })),
    { kind: 'separator', id: 'line' },
    {
      id: 'receipt',
      label: say('options.receipt'),
      checked: receipt,
      onSelect: () => set(withOption(options, 'mail.receipt', !receipt)),
    },
  ]
}

/** What of them is not as usual, in a word each. */
export function optionFacts(options: LetterOptions, say: Say): readonly string[] {
  const priority = optionOf(options, 'mail.priority')
  return [
    ...(priority === 3 ? [] : [say(`options.${priority === 1 ? 'high' : 'low'}`)]),
    ...(optionOf(options, 'mail.receipt') ? [say('options.receiptShort')] : []),
  ]
}
