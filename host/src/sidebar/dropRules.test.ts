import { expect, test } from 'vitest'
import { verdictOnMove } from './dropRules.ts'

const folder = (folderId: number, role: 'custom' | 'inbox' | 'trash' | 'drafts') =>
  ({ kind: 'folder', folderId, role }) as const

test.each([
  ['another folder', 1, folder(2, 'custom'), 'allow'],
  ['the inbox', 2, folder(1, 'inbox'), 'allow'],
  ['the recycle bin', 1, folder(5, 'trash'), 'allow'],
  ['the folder they are in', 1, folder(1, 'inbox'), 'same-folder'],
  ['a folder, from several', null, folder(1, 'inbox'), 'allow'],
  ['drafts', 1, folder(3, 'drafts'), 'refused'],
  ['a label', 1, { kind: 'label', labelId: 3 } as const, 'refused'],
  ['a page', 1, { kind: 'page' } as const, 'refused'],
] as const)('a drop on %s', (_, from, target, verdict) => {
  expect(verdictOnMove(from, target)).toBe(verdict)
})
