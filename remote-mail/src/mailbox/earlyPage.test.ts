// @vitest-environment happy-dom
import type { Folder } from '@yanshu/contracts'
import { EMPTY_FOLDERS, startTestShell, TestFailure, type TestShell } from '@yanshu/shell-api/testing'
import { afterEach, expect, test } from 'vitest'
import { rowOf } from '../testing/modelServer.ts'
import { mailbox } from './mailbox.ts'

type Call = Readonly<Record<string, unknown>>

const INBOX: Folder = {
  folderId: 1,
  role: 'inbox',
  folderName: '收件箱',
  mail: 2,
  unread: 2,
  spaceSize: 0,
  pwd: false,
  state: 0,
}
const OF_INBOX = { list: [rowOf(2), rowOf(1)], total: 2, more: false }

let shell: TestShell
afterEach(() => shell.stop())

/** The list after a login, asked for early and then by the view; `answer` is what the server answers for a role. */
async function listAfter(answer: (call: Call) => unknown, meanwhile: () => void = () => undefined) {
  shell = await startTestShell({
    folders: { ...EMPTY_FOLDERS, folderList: [INBOX] },
    responses: { 'mail/email/mailbox/list': (call: Call) => (call.role ? answer(call) : OF_INBOX) },
  })
  const { askEarly, lists } = mailbox()
  askEarly('inbox', 'any')
  meanwhile()
  const query = { kind: 'folder', folderId: 1, unread: 'any' } as const
  await lists.ask(query)
  const asked = shell.calls.filter(({ path }) => path === 'mail/email/mailbox/list').map(({ input }) => input)
  return { asked: asked.map(({ role, mailboxId }) => role ?? mailboxId), rows: lists.get(query).loaded() }
}

test('the page that was asked for by role is the beginning of the list, and is not asked for again', async () => {
  const { asked, rows } = await listAfter(() => ({ ...OF_INBOX, mailboxId: 1 }))
  expect(asked).toEqual(['inbox'])
  expect(rows).toEqual([2, 1])
})

test.each<[string, (call: Call) => unknown]>([
  ['a server that knows no roles answers with all folders', () => ({ list: [rowOf(7)], total: 1, more: false })],
  [
    'the early call fails',
    () => {
      throw new TestFailure(500_001, 'broken')
    },
  ],
])('given that %s, the folder is asked for by its id', async (_what, answer) => {
  const { asked, rows } = await listAfter(answer)
  expect(asked).toEqual(['inbox', '1'])
  expect(rows).toEqual([2, 1])
})

test('given a push in between, after which the answer may be old, the folder is asked for again', async () => {
  const { asked, rows } = await listAfter(
    () => ({ list: [rowOf(1)], total: 1, more: false, mailboxId: 1 }),
    () => mailbox().cache.receive([rowOf(2)], { arrival: true }),
  )
  expect(asked).toEqual(['inbox', '1'])
  expect(rows).toEqual([2, 1])
})

test('is taken once: the same folder asked for anew asks the server', async () => {
  await listAfter(() => ({ ...OF_INBOX, mailboxId: 1 }))
  const { lists } = mailbox()
  lists.get({ kind: 'folder', folderId: 1, unread: 'any' }).beginAnew()
  await lists.ask({ kind: 'folder', folderId: 1, unread: 'any' })
  expect(shell.calls.at(-1)?.input).toMatchObject({ mailboxId: '1' })
})
