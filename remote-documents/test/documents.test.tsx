// @vitest-environment happy-dom
import {
  type DocumentAccess,
  type DocumentItem,
  type DocumentPlace,
  type DocumentShare,
  SHARING_DEFAULTS,
} from '@yanshu/contracts'
import { addMessages } from '@yanshu/shell-api'
import { renderInShell, startTestShell, TestFailure, type TestShell } from '@yanshu/shell-api/testing'
import { clearNotices, undoLast } from '@yanshu/ui'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pickFiles } from '../src/between/pickFiles.tsx'
import { saveFiles } from '../src/between/saveFiles.tsx'
import { actionsOf } from '../src/center/actionsOf.ts'
import { moveInto, moveToBin } from '../src/center/commands.ts'
import DocumentCenter from '../src/center/DocumentCenter.tsx'
import { DocumentList } from '../src/center/DocumentList.tsx'
import { documents } from '../src/center/documentKind.ts'
import Versions from '../src/center/Versions.tsx'
import zh from '../src/messages/zh.ts'
import SharePage from '../src/share-page/SharePage.tsx'
import { GrantDialog } from '../src/sharing/GrantDialog.tsx'
import Shares from '../src/sharing/Shares.tsx'
import { isShareCode, isShareCount, newShareCode, validityDays } from '../src/sharing/shareFields.ts'

const item = (documentId: number, more: Partial<DocumentItem> = {}): DocumentItem => ({
  ...{ documentId, parentId: 0, kind: 'file', name: `${documentId}.txt`, contentType: 'text/plain', size: 3 },
  ...{ starred: false, version: 1, createdAt: 1, changedAt: 1, binnedAt: null, folder: '', sortName: `${documentId}` },
  ...{ access: 'own', owner: '', lockedBy: '' },
  ...more,
})

/** A shell with the words of the remote. */
async function startShell(options: Parameters<typeof startTestShell>[0]): Promise<TestShell> {
  const started = await startTestShell(options)
  addMessages('remote-documents', 'zh', zh)
  return started
}

let shell: TestShell
const list: DocumentItem[] = []
beforeEach(async () => {
  list.splice(0)
  shell = await startShell({
    responses: {
      'documents/list': () => ({ list, total: list.length, path: [], access: 'own' }),
      'documents/space': { used: 960, limit: 1_000 },
      'documents/folder': { documentId: 9 },
      'documents/bin': {},
      'documents/restore': {},
      'documents/move': { before: [{ documentId: 2, parentId: 0 }] },
      'documents/attach': {
        list: [{ fileId: 'copy', name: '2.txt', contentType: '', size: 3, contentId: null, kind: 'file' }],
      },
    },
  })
})
afterEach(() => {
  clearNotices()
  shell.stop()
})

const button = (name: string) =>
  [...document.querySelectorAll('button')].find((one) =>
    (one.getAttribute('aria-label') ?? one.textContent ?? '').includes(name),
  )
const paths = () => shell.calls.map(({ path }) => path)

test('given an empty folder and little space, then both are said, and a folder is made under a name that may be', async () => {
  const { container, unmount } = await renderInShell((props) => <DocumentCenter {...props} />)
  await vi.waitFor(() => expect(container.textContent).toContain('这里还没有文件'))
  await vi.waitFor(() => expect(container.textContent).toContain('容量即将用完'))
  await act(async () => button('新建文件夹')?.click())
  const field = document.querySelector<HTMLInputElement>('[role=dialog] input')
  const write = async (text: string) => {
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
      field?.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await act(async () => document.querySelector<HTMLButtonElement>('[role=dialog] button[type=submit]')?.click())
  }
  await write('a/b')
  expect(document.querySelector('[role=dialog]')?.textContent).toContain('名称不能包含')
  expect(paths()).not.toContain('documents/folder')
  await write('合同')
  await vi.waitFor(() => expect(paths()).toContain('documents/folder'))
  await unmount()
})

test('given files that are moved or deleted, then undoing it brings each back to where it was', async () => {
  list.push(item(1, { kind: 'folder', name: '夹' }), item(2))
  const rows = documents().lists.get({ place: 'folder', parentId: 0, text: '', sort: 'name', order: 'asc' })
  rows.show(0, 10)
  await vi.waitFor(() => expect(rows.length).toBe(2))
  await moveInto([2], 1)
  undoLast()
  const moves = () => shell.calls.filter(({ path }) => path === 'documents/move').map(({ input }) => input)
  await vi.waitFor(() =>
    expect(moves()).toEqual([
      { documentIds: [2], parentId: 1, onClash: 'refuse' },
      { documentIds: [2], parentId: 0, onClash: 'both' },
    ]),
  )
  moveToBin([2])
  await vi.waitFor(() => expect(paths()).toContain('documents/bin'))
  undoLast()
  await vi.waitFor(() => expect(paths()).toContain('documents/restore'))
})

test('given kept files, then those that are chosen are answered as copies, and none when the dialog is closed', async () => {
  list.push(item(1, { kind: 'folder', name: '夹' }), item(2))
  const closed = pickFiles({ multiple: true })
  await vi.waitFor(() => expect(document.querySelector('[role=dialog]')?.textContent).toContain('2.txt'))
  await act(async () => button('取消')?.click())
  expect(await closed).toEqual([])
  const picked = pickFiles({ multiple: true })
  await vi.waitFor(() => expect(document.querySelector('[role=dialog] [type=checkbox]')).not.toBeNull())
  await act(async () => document.querySelector<HTMLInputElement>('[role=dialog] [type=checkbox]')?.click())
  await act(async () => button('添加 1 个文件')?.click())
  expect(await picked).toMatchObject([{ fileId: 'copy', name: '2.txt' }])
  expect(shell.calls.find(({ path }) => path === 'documents/attach')?.input).toEqual({ documentIds: [2] })
})

test('given files of another screen, then they are kept in the chosen folder, and what was not kept is answered', async () => {
  shell.stop()
  let refused = false
  shell = await startShell({
    responses: {
      'documents/list': () => ({ list, total: list.length, path: [], access: 'own' }),
      'documents/keep': () => {
        if (refused) throw new TestFailure(403_001, '没有权限')
        return { documentIds: [7] }
      },
    },
  })
  const files = [
    { fileId: 'a', name: '一.pdf' },
    { fileId: 'b', name: '二.pdf' },
  ]
  const press = async (name: string) => {
    await vi.waitFor(() => expect(button(name)).toBeDefined())
    await act(async () => button(name)?.click())
  }
  const closed = saveFiles({ files })
  await press('取消')
  expect(await closed).toBe(false)
  const kept = saveFiles({ files })
  await press('存到此处')
  expect(await kept).toBe(true)
  expect(shell.calls.find(({ path }) => path === 'documents/keep')?.input).toEqual({ fileIds: ['a', 'b'], parentId: 0 })
  refused = true
  const failed = saveFiles({ files })
  await press('存到此处')
  expect(await failed).toBe(false)
  expect(await saveFiles({ files: [] })).toBe(false)
})

test('given a folder, then it is shared with people and departments by name, and each level is saved', async () => {
  shell.stop()
  const wei = { subject: { kind: 'person', address: 'wei@example.com', name: '张伟' }, level: 'view' }
  shell = await startShell({
    responses: {
      'documents/grant/list': { grants: [wei], departments: [{ departmentId: 3, name: '销售' }] },
      'documents/grant/save': { grants: [] },
      'documents/list': () => ({ list, total: list.length, path: [], access: 'own' }),
    },
  })
  const file = { ...item(1, { kind: 'folder', name: '合同' }), sortValues: [] }
  const { unmount } = await renderInShell(() => <GrantDialog file={file} onClose={() => undefined} />)
  const dialog = () => document.querySelector('[role=dialog]')
  await vi.waitFor(() => expect(dialog()?.textContent).toContain('张伟'))
  await act(async () => button('不再与 张伟 共享')?.click())
  expect(dialog()?.textContent).toContain('还没有与任何人共享')
  await act(async () => button('保存')?.click())
  await vi.waitFor(() =>
    expect(shell.calls.find(({ path }) => path === 'documents/grant/save')?.input).toEqual({
      documentId: 1,
      grants: [],
    }),
  )
  await unmount()
})

test('given files of others, then only what their owner allows is offered', () => {
  const ids = (place: DocumentPlace, access: DocumentAccess) =>
    actionsOf({
      ...{ place, access, parentId: 5, row: () => undefined, ask: () => undefined, open: () => undefined },
      say: ((key: string) => key) as Parameters<typeof actionsOf>[0]['say'],
    }).map(({ id }) => id)
  expect(ids('folder', 'view')).toEqual(['download', 'copy'])
  expect(ids('folder', 'edit')).toEqual(['download', 'copy', 'rename', 'move', 'versions', 'bin'])
  expect(ids('folder', 'manage')).toContain('people')
  expect(ids('folder', 'manage')).not.toContain('share')
  expect(ids('shared', 'own')).toEqual(['download', 'copy', 'people'])
  expect(ids('folder', 'own')).toEqual(expect.arrayContaining(['star', 'people', 'share', 'bin']))
})

test('given a link, then nothing of it is shown before its code, and its files after it', async () => {
  shell.stop()
  shell = await startShell({
    responses: {
      'share/open': ({ code }: Readonly<Record<string, unknown>>) => {
        if (code !== 'ab12') throw new TestFailure(403_501, '链接无效或提取码错误')
        const list = [{ documentId: 4, kind: 'folder', name: '合同', size: 0 }]
        return { ticket: 'a-ticket-of-a-link', expiresAt: 1, list }
      },
      'share/list': { list: [{ documentId: 5, kind: 'file', name: '甲.txt', size: 3 }], total: 1 },
    },
  })
  const { container, unmount } = await renderInShell((props) => <SharePage {...props} />, {
    path: '/sharefile?id=a-token-of-a-link',
  })
  expect(container.textContent).not.toContain('合同')
  const enter = async (code: string) => {
    const field = container.querySelector('input')
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, code)
      field?.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await act(async () => button('提取文件')?.click())
  }
  await enter('zzzz')
  await vi.waitFor(() => expect(container.textContent).toContain('链接无效或提取码错误'))
  await enter('ab12')
  await vi.waitFor(() => expect(container.textContent).toContain('合同'))
  expect(shell.calls.at(-1)?.input).toEqual({ token: 'a-token-of-a-link', code: 'ab12' })
  await act(async () => button('打开 合同')?.click())
  await vi.waitFor(() => expect(container.textContent).toContain('甲.txt'))
  const hrefs = [...container.querySelectorAll('a')].map((one) => one.getAttribute('href'))
  expect(hrefs).toEqual([expect.stringContaining('file/share/a-ticket-of-a-link/5')])
  await unmount()
})

test('given links that open for looking alone, then nothing of them is offered to be saved', async () => {
  shell.stop()
  const list = [{ documentId: 5, kind: 'file', name: '甲.txt', size: 3 }]
  shell = await startShell({
    responses: { 'share/open': { ticket: 'a-ticket-of-a-link', expiresAt: 1, list, viewOnly: true } },
  })
  const { container, unmount } = await renderInShell((props) => <SharePage {...props} />, {
    path: '/sharefile?id=a-token-of-a-link',
  })
  await act(async () => {
    const field = container.querySelector('input')
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'ab12')
    field?.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await act(async () => button('提取文件')?.click())
  await vi.waitFor(() => expect(container.textContent).toContain('甲.txt'))
  expect(container.querySelector('a')).toBeNull()
  expect(container.textContent).toContain('只能在线查看')
  await unmount()
})

test('given files of a view that are looked at alone, then neither is asked for and a notice says why', () => {
  const ask = vi.fn()
  const actions = actionsOf({
    ...{ place: 'folder', access: 'view', parentId: 5, ask, open: () => undefined },
    row: (id) => ({ ...item(id, { viewOnly: true, access: 'view' }), sortValues: [] }),
    say: ((key: string) => key) as Parameters<typeof actionsOf>[0]['say'],
  })
  expect(actions.find(({ id }) => id === 'download')?.run([5])).toBe(false)
  void actions.find(({ id }) => id === 'copy')?.run([5])
  expect(ask).not.toHaveBeenCalled()
})

test('the times of a link are those of §5, as far as the organisation allows', () => {
  const days = (daysMax: number) => validityDays({ ...SHARING_DEFAULTS, daysMax })
  expect([days(30), days(10), days(7), days(1)]).toEqual([[1, 7, 30], [1, 7, 10], [1, 7], [1]])
})

test('a code and a number of openings are as §5 has them', () => {
  for (let at = 0; at < 20; at++) expect(isShareCode(newShareCode())).toBe(true)
  expect(['abc', 'abcd', '12345678', '123456789', 'a b1', '提取码码'].map(isShareCode)).toEqual([
    ...[false, true, true, false, false, false],
  ])
  expect(['', '0', '1', '100', '101', '1.5', 'x'].map(isShareCount)).toEqual([
    ...[false, false, true, true, false, false, false],
  ])
})

test('given a search that ends at its limit, then the page says so, and not before', async () => {
  for (const [count, shown] of [
    [999, false],
    [1_000, true],
  ] as const) {
    shell.answer({
      'documents/list': ({ pageSize }: { pageSize?: unknown }) => ({
        ...{ list: Array.from({ length: Number(pageSize) }, (_, at) => item(at + 1)), total: count },
        ...{ path: [], access: 'own' },
      }),
    })
    const { container, unmount } = await renderInShell(() => (
      <DocumentList
        query={{ place: 'search', parentId: 0, text: `${count}`, sort: 'name', order: 'asc' }}
        look="list"
        active
        onGo={() => undefined}
        onAsk={() => undefined}
      />
    ))
    await vi.waitFor(() => expect(container.textContent).toContain('1.txt'))
    expect(/最多显示 1,?000 个文件/.test(container.textContent ?? '')).toBe(shown)
    await unmount()
  }
})

test('given a link with a gateway of SMS, then its code is sent to a right number alone, and its record has when', async () => {
  shell.stop()
  const share: DocumentShare = {
    ...{ shareId: 3, token: 'a-token-of-a-link', code: 'ab12', name: '合同', files: 1, state: 'normal', createdAt: 1 },
    ...{ expiresAt: 2, count: 5, visits: 0, downloads: 0, codeSentAt: null, sendsCodes: true },
  }
  shell = await startShell({
    responses: {
      'documents/share/list': { list: [share], more: false },
      'documents/share/rule': SHARING_DEFAULTS,
      'documents/share/sendCode': share,
      'documents/share/visits': { list: [{ at: 1, kind: 'code', place: '8000' }], more: true },
    },
  })
  const { unmount } = await renderInShell(() => <Shares onClose={() => undefined} />)
  await vi.waitFor(() => expect(button('短信发送提取码：合同')).toBeDefined())
  await act(async () => button('短信发送提取码：合同')?.click())
  const field = () => document.querySelector<HTMLInputElement>('input[inputmode=tel]')
  await vi.waitFor(() => expect(field()).not.toBeNull())
  const send = async (phone: string) => {
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), phone)
      field()?.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await act(async () => document.querySelector<HTMLButtonElement>('[role=dialog] button[type=submit]')?.click())
  }
  await send('12345')
  expect(document.body.textContent).toContain('请输入 11 位手机号码')
  expect(paths()).not.toContain('documents/share/sendCode')
  await send('138 0013 8000')
  await vi.waitFor(() => expect(paths()).toContain('documents/share/sendCode'))
  await act(async () => button('访问记录：合同')?.click())
  await vi.waitFor(() => expect(document.body.textContent).toContain('提取码已用短信发送到尾号 8000'))
  expect(document.body.textContent).toContain('此处只列出最近的 1 条')
  await unmount()
})

test('given the versions of a file, then it is locked and downloaded, a new version comes, and a lock of another is named', async () => {
  shell.stop()
  shell = await startShell({
    responses: {
      'documents/versions': { list: [{ version: 1, size: 3, createdAt: 1 }] },
      'documents/list': () => ({ list, total: list.length, path: [], access: 'own' }),
      'documents/lock': { until: 1 },
      'documents/unlock': {},
    },
  })
  const shown = async (more: Partial<DocumentItem>) => {
    const file = { ...item(2, more), sortValues: [] }
    const { unmount } = await renderInShell(() => <Versions file={file} onClose={() => undefined} />)
    await vi.waitFor(() => expect(button('上传新版本')).toBeDefined())
    return unmount
  }
  const close = await shown({})
  await act(async () => button('锁定并下载编辑')?.click())
  await vi.waitFor(() => expect(paths()).toContain('documents/lock'))
  await close()
  const closeOther = await shown({ lockedBy: '李娜', lockedHere: false, access: 'edit' })
  expect(document.querySelector('[role=dialog]')?.textContent).toContain('李娜')
  expect([button('锁定并下载编辑'), button('解除锁定')]).toEqual([undefined, undefined])
  await closeOther()
  const closeOwn = await shown({ lockedBy: '张伟', lockedHere: true })
  await act(async () => button('解除锁定')?.click())
  await vi.waitFor(() => expect(paths()).toContain('documents/unlock'))
  await closeOwn()
})
