import type { MenuEntry } from '@yanshu/ui'

/** The line of a menu whose content is on its way, or did not come. */
export const waitingEntry = (say: (key: string) => string, error: Error | null): MenuEntry[] => [
  {
    id: 'waiting',
    label: error ? error.message || say('tools.failed') : say('tools.waiting'),
    disabled: true,
    onSelect: () => undefined,
  },
  { kind: 'separator', id: 'waitingLine' },
]
