import type { MenuEntry } from '@yanshu/ui'
import { expect, test } from 'vitest'
import { restrictedEntries } from './restrictedEntries.ts'

const onSelect = () => undefined
const ENTRIES: readonly MenuEntry[] = [
  { id: 'reply', label: '回复', onSelect },
  { id: 'forward', label: '转发', onSelect },
  { id: 'attach', label: '作为附件转发', onSelect },
  { kind: 'separator', id: 'line' },
  { id: 'eml', label: '另存', onSelect },
]

test('what the server refuses of a restricted letter is off and says why; the rest stays', () => {
  const shown = restrictedEntries(ENTRIES, (action) => `${action}（发件人已限制）`)
  expect(
    shown.map((entry) => ('label' in entry ? [entry.label, 'disabled' in entry && entry.disabled] : entry.id)),
  ).toEqual([
    ['回复', false],
    ['转发（发件人已限制）', true],
    ['作为附件转发（发件人已限制）', true],
    'line',
    ['另存（发件人已限制）', true],
  ])
})
