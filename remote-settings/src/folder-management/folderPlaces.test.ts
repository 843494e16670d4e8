import type { Folder } from '@yanshu/contracts'
import { expect, test } from 'vitest'
import { AT_TOP, liesIn, orderWith, placesFor } from './folderPlaces.ts'

const folder = (folderId: number, parentId?: number, more: Partial<Folder> = {}): Folder => ({
  ...{ folderId, folderName: `f${folderId}`, role: 'custom', mail: 0, unread: 0, spaceSize: 0, pwd: false, state: 0 },
  ...(parentId === undefined ? {} : { parentId }),
  ...more,
})
const folders = [folder(1), folder(2, 1), folder(3, 2), folder(4), folder(5, undefined, { opened: false })]

test('a folder may be put where it is not, not into itself, and not into a closed one', () => {
  const [moving = folder(0)] = folders.slice(1)
  const [own] = placesFor(moving, folders, { top: 'top', own: 'own' })
  const ids = (list = own?.folders ?? []): number[] =>
    list.flatMap((one) => [...(one.disabled ? [] : [one.id]), ...ids(one.children ?? [])])
  expect(ids()).toEqual([AT_TOP, 4])
  expect(placesFor(folder(4), folders, { top: 'top', own: 'own' })[0]?.folders[0]?.disabled).toBe(true)
})

test('a folder lies in itself and in those around it', () => {
  expect([3, 2, 1, 4].map((id) => liesIn(folders, id, 1))).toEqual([true, true, true, false])
  expect(liesIn(folders, 1, 3)).toBe(false)
})

test('a folder comes to stand before another one, or behind all', () => {
  expect(orderWith(folders, 4, 1)).toEqual([4, 1, 2, 3, 5])
  expect(orderWith(folders, 1, undefined)).toEqual([2, 3, 4, 5, 1])
})
