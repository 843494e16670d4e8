// @vitest-environment happy-dom
import type { Conversation } from '@yanshu/contracts'
import { renderInShell, startTestShell, type TestShell } from '@yanshu/shell-api/testing'
import { act, memo } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useConversation } from '../conversations/conversationFacts.ts'
import { conversationList } from '../conversations/conversationList.ts'
import { followConversations } from '../conversations/conversationRules.ts'
import type { ListQuery } from '../list-window/listQuery.ts'
import type { MailRow } from '../mail-cache/mailCache.ts'
import { mailbox } from '../mailbox/mailbox.ts'
import { useList, useRow } from '../mailbox/useMailbox.ts'
import { rowOf } from '../testing/modelServer.ts'
import { applyPush } from './applyPush.ts'

const ROWS = 40
const FOLDER = 1

let shell: TestShell
let mails = [rowOf(0)]
let asked = 0
let drawn: string[] = []
/** Mails of the conversation of the first row. */
let count = 1

const conversationOf = (mailId: number): Conversation => ({
  ...{ mailId, count: 1, inFolder: 1, unread: 1, sticky: false, people: [], line: '', answered: false, draft: false },
  ...(mailId === mails[0]?.mailId ? { count, people: [{ name: '李娜', address: 'li.na@yanshu.test' }] } : {}),
})

beforeEach(async () => {
  mails = Array.from({ length: ROWS }, (_, at) => rowOf(ROWS - at, { mailboxId: FOLDER }))
  ;[asked, drawn, count] = [0, [], 1]
  const page = () => {
    asked += 1
    return { list: mails, total: mails.length, more: false }
  }
  shell = await startTestShell()
  shell.answer({
    'mail/email/mailbox/list': page,
    'mail/email/conversation/list': () => ({
      ...page(),
      conversations: mails.map(({ mailId }) => conversationOf(mailId)),
    }),
  })
})
afterEach(() => shell.stop())

const Row = memo(function Row({ id }: { id: number }) {
  const row = useRow(id)
  const facts = useConversation(id)
  drawn.push(`row ${id}`)
  return (
    <li>
      {row?.subject} {facts?.count}
    </li>
  )
})

function List({ query }: { query: ListQuery }) {
  const { list } = useList(query)
  drawn.push('list')
  return (
    <ul>
      {list.loaded().map((id) => (
        <Row key={id} id={id} />
      ))}
    </ul>
  )
}

const push = (change: 'updated' | 'added', row: MailRow) => {
  const counters = { folders: [], labels: [] }
  const mailIds = [row.mailId]
  return act(async () =>
    applyPush({ optType: 'mailbox', seq: 1, change, mailboxId: FOLDER, mailIds, items: [row], counters }, mailbox()),
  )
}

async function shown(query: ListQuery) {
  const { container, unmount } = await renderInShell(<List query={query} />)
  await act(async () => mailbox().lists.get(query).show(0, ROWS))
  await vi.waitFor(() => expect(container.querySelectorAll('li')).toHaveLength(ROWS))
  drawn = []
  return { asked, unmount }
}

test('given a push about one mail, then its row alone is drawn again, and nothing is asked for', async () => {
  const before = await shown({ kind: 'folder', folderId: FOLDER, unread: 'any' })
  const changed = rowOf(7, { mailboxId: FOLDER, seen: true })
  await push('updated', changed)
  expect(drawn).toEqual(['row 7'])
  // The same once more changes nothing.
  await push('updated', changed)
  expect(drawn).toEqual(['row 7'])
  expect(asked).toBe(before.asked)
  await before.unmount()
})

test('given a mail that joins one conversation, then of all its rows the list draws that of this one alone', async () => {
  const query = conversationList(FOLDER, 'any')
  const before = await shown(query)
  const stop = followConversations(mailbox(), FOLDER, ({ kind }) => kind === 'own')
  const [first] = mails
  const answer = rowOf(ROWS + 1, { mailboxId: FOLDER })
  mails = [answer, ...mails.slice(1)]
  count = 2
  await push('added', answer)
  await vi.waitFor(() => expect(asked).toBe(before.asked + 1))
  await act(async () => vi.waitFor(() => expect(drawn).toContain(`row ${answer.mailId}`)))
  expect(first?.mailId).toBe(ROWS)
  expect(new Set(drawn.filter((what) => what !== 'list'))).toEqual(new Set([`row ${answer.mailId}`]))
  stop()
  await before.unmount()
})
