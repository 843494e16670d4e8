import { expect, test } from 'vitest'
import { verdictOnMove } from './dropRules.ts'

const folder = (folderId: number, route: string) => ({ kind: 'folder', folderId, route }) as const
const page = (route: string) => ({ kind: 'page', route }) as const

test.each([
  ['another folder', 1, folder(2, 'custombox'), 'allow'],
  ['the inbox', 2, folder(1, 'inbox'), 'allow'],
  ['the recycle bin', 1, folder(5, 'recyclebin'), 'allow'],
  ['the folder they are in', 1, folder(1, 'inbox'), 'same-folder'],
  ['a folder, from several', null, folder(1, 'inbox'), 'allow'],
  ['drafts', 1, folder(3, 'draftbox'), 'refused'],
  ['a label', 1, { kind: 'label', labelId: 3 } as const, 'refused'],
  ...['set', 'documentcenter', 'mailmig', 'guidang', 'favorite', 'wangguan', 'approval', 'pending', 'noread'].map(
    (route) => [`the page ${route}`, 1, page(route), 'refused'] as const,
  ),
] as const)('a drop on %s', (_, from, target, verdict) => {
  expect(verdictOnMove(from, target)).toBe(verdict)
})
