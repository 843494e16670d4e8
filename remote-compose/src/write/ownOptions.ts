import { type LetterOptions, optionOf, withOption } from '@yanshu/contracts'
import type { MenuEntry } from '@yanshu/ui'

const PRIORITIES = [
  [1, 'high'],
  [3, 'normal'],
  [5, 'low'],
] as const

/** Working days after which a writer may be reminded of a letter without an answer. */
const REMIND_DAYS = [1, 3, 5, 10, 20]

type Say = (key: string, values?: Record<string, string>) => string

/** A sentence cannot contain it as it is: messages fill in what is written so. */
const FIELD_SHOWN = { field: '{{name}}' }

/** The options that the product has itself, in the menu of a letter. */
export function optionEntries(options: LetterOptions, set: (next: LetterOptions) => void, say: Say): MenuEntry[] {
  const receipt = optionOf(options, 'mail.receipt')
  const separately = optionOf(options, 'mail.separately')
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
    { kind: 'submenu', id: 'followUp', label: say('options.followUp'), items: followUpEntries(options, set, say) },
    {
      id: 'separately',
      label: say('options.separately', FIELD_SHOWN),
      checked: separately,
      onSelect: () => set(withOption(options, 'mail.separately', !separately)),
    },
    ...(optionOf(options, 'mail.corrects') === null
      ? []
      : [
          {
            id: 'corrects',
            label: say('options.corrects'),
            checked: true,
            onSelect: () => set(withOption(options, 'mail.corrects', null)),
          },
        ]),
  ]
}

/** After how many working days; also after those that a draft of another program has. */
function followUpEntries(options: LetterOptions, set: (next: LetterOptions) => void, say: Say): MenuEntry[] {
  const chosen = optionOf(options, 'mail.followUp')
  const days = [...new Set([...REMIND_DAYS, ...(chosen === null ? [] : [chosen])])].toSorted((a, b) => a - b)
  return [null, ...days].map((value) => ({
    id: `followUp${value}`,
    label: value === null ? say('options.followUpNever') : say('options.followUpDays', { days: String(value) }),
    radio: true,
    checked: chosen === value,
    onSelect: () => set(withOption(options, 'mail.followUp', value)),
  }))
}

/** What of them is not as usual, in a word each. */
export function optionFacts(options: LetterOptions, say: Say): readonly string[] {
  const priority = optionOf(options, 'mail.priority')
  const followUp = optionOf(options, 'mail.followUp')
  return [
    ...(priority === 3 ? [] : [say(`options.${priority === 1 ? 'high' : 'low'}`)]),
    ...(optionOf(options, 'mail.receipt') ? [say('options.receiptShort')] : []),
    ...(followUp === null ? [] : [say('options.followUpShort', { days: String(followUp) })]),
    ...(optionOf(options, 'mail.separately') ? [say('options.separatelyShort')] : []),
    ...(optionOf(options, 'mail.reading') ? [say('options.readingShort')] : []),
    ...(optionOf(options, 'mail.corrects') === null ? [] : [say('options.correctsShort')]),
  ]
}
