// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { filesIn, namedApart } from './folderFiles.ts'

const fileEntry = (name: string) =>
  ({
    name,
    isFile: true,
    isDirectory: false,
    file: (ok: (file: File) => void) => ok(new File(['x'], name)),
  }) as FileSystemFileEntry
/** A reader that answers two at a time, as browsers answer a hundred. */
const folderEntry = (name: string, inside: readonly FileSystemEntry[]) =>
  ({
    ...{ name, isFile: false, isDirectory: true },
    createReader: () => {
      const left = [...inside]
      return { readEntries: (ok: (entries: FileSystemEntry[]) => void) => ok(left.splice(0, 2)) }
    },
  }) as unknown as FileSystemDirectoryEntry

test('given folders in folders, then all of their files are attached, and those of one name are told apart', async () => {
  const found = await filesIn([
    fileEntry('单独.txt'),
    folderEntry('项目', [
      fileEntry('说明.txt'),
      fileEntry('.DS_Store'),
      folderEntry('图', [fileEntry('a.png'), fileEntry('说明.TXT'), fileEntry('b.png')]),
    ]),
  ])
  expect(namedApart(found).map(({ name }) => name)).toEqual([
    ...['单独.txt', '项目_说明.txt', 'a.png', '项目_图_说明.TXT', 'b.png'],
  ])
})

test('given a folder without end, then no more of it is read than a letter could say it leaves out', async () => {
  const endless = folderEntry(
    '多',
    Array.from({ length: 500 }, (_, at) => fileEntry(`${at}.txt`)),
  )
  expect(await filesIn([endless])).toHaveLength(200)
})

test('given a file that cannot be read, then that is no empty answer', async () => {
  const broken = { ...fileEntry('x'), file: (_: unknown, no: (error: Error) => void) => no(new Error('gone')) }
  await expect(filesIn([broken as unknown as FileSystemFileEntry])).rejects.toThrow('gone')
})
