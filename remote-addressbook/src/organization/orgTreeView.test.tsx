// @vitest-environment happy-dom
import { addMessages } from '@yanshu/shell-api'
import { renderInShell, startTestShell } from '@yanshu/shell-api/testing'
import { expect, test, vi } from 'vitest'
import zh from '../messages/zh.ts'
import { OrgTreeView } from './OrgTreeView.tsx'

test('given a tree that is drawn again, then its size is observed by the same observer', async () => {
  const observed = vi.spyOn(ResizeObserver.prototype, 'observe')
  const shell = await startTestShell()
  addMessages('remote-addressbook', 'zh', zh)
  const tree = (openAddress: string) => (
    <OrgTreeView
      label="组织"
      rows={[]}
      openAddress={openAddress}
      onFold={() => undefined}
      onOpen={() => undefined}
      onMore={() => undefined}
    />
  )
  const show = await renderInShell(tree(''))
  const before = observed.mock.calls.length
  expect(before).toBeGreaterThan(0)
  for (const address of ['a@yanshu.test', 'b@yanshu.test']) await show.rerender(tree(address))
  expect(observed).toHaveBeenCalledTimes(before)
  await show.unmount()
  shell.stop()
  observed.mockRestore()
})
