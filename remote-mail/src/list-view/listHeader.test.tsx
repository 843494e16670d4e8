// @vitest-environment happy-dom
import type { Folder } from '@yanshu/contracts'
import { EMPTY_FOLDERS, renderInShell, startTestShell } from '@yanshu/shell-api/testing'
import { expect, test } from 'vitest'
import { ListHeader } from './ListHeader.tsx'

const folder = (folderId: number, role: Folder['role']): Folder => ({
  folderId,
  folderName: role,
  role,
  mail: 5,
  unread: 2,
  spaceSize: 0,
  pwd: false,
  state: 0,
})
const nothing = () => undefined

test('given drafts, then none of them is unread, and they are not parted by it', async () => {
  const folderList = [folder(1, 'inbox'), folder(2, 'drafts')]
  const shell = await startTestShell({ folders: { ...EMPTY_FOLDERS, folderList } })
  const header = async (folderId: number) => {
    const { container, unmount } = await renderInShell(
      <ListHeader
        title="x"
        folderId={folderId}
        total={5}
        filter="any"
        onRefresh={nothing}
        onSelectAll={nothing}
        onMore={nothing}
        more={false}
      />,
    )
    const shown = {
      counts: container.querySelector('h1 ~ *')?.textContent,
      parted: container.querySelector('[role=radiogroup]') !== null,
    }
    await unmount()
    return shown
  }
  const [inbox, drafts] = [await header(1), await header(2)]
  // Words come with the remote; here they are named by their keys.
  expect(inbox.counts).toContain('list.unread')
  expect(inbox.parted).toBe(true)
  expect(drafts.counts).toContain('list.total')
  expect(drafts.counts).not.toContain('list.unread')
  expect(drafts.parted).toBe(false)
  shell.stop()
})
