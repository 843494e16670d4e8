// @vitest-environment happy-dom
import { loginScope } from '@yanshu/shell-api'
import { startTestShell, TestFailure, type TestShell } from '@yanshu/shell-api/testing'
import { clearNotices, undoLast } from '@yanshu/ui'
import { afterEach, expect, test, vi } from 'vitest'
import { bulkActs } from './bulkActs.ts'
import { runBulk, STEP } from './bulkRun.ts'
import { bulkRuns, stopBulk } from './bulkRuns.ts'
import type { Marked } from './marked.ts'

type Call = Readonly<Record<string, unknown>>
const mails = (count: number): Marked[] =>
  Array.from({ length: count }, (_, at) => ({
    mailId: at + 1,
    folderId: 1 + (at % 2),
    uid: at + 1,
    seen: at % 3 === 0,
  }))

let shell: TestShell
afterEach(() => {
  clearNotices()
  shell.stop()
})

/** Answers what a server does, where a step may fail or be followed by something. */
async function start(onStep: (step: number) => void = () => undefined) {
  let step = 0
  const placed = ({ mailIds }: Call) => {
    onStep(++step)
    const ids = mailIds as number[]
    return { count: ids.length, moved: ids.map((mailId) => ({ mailId, mailboxId: 4, mailUid: mailId + 900 })) }
  }
  shell = await startTestShell({
    responses: {
      'mail/email/recoverableDelete': placed,
      'mail/email/recoverEmail': placed,
      'mail/email/seen/update': ({ mailIds }: Call) => ({ count: (mailIds as number[]).length }),
      'mail/email/move': ({ mailUids }: Call) => ({
        folderName: 'x',
        moved: (mailUids as number[]).map((uid) => ({ mailId: uid, mailUid: uid + 5_000 })),
      }),
    },
  })
}

const sent = (path: string) => shell.calls.filter((call) => call.path === path).map(({ input }) => input as Call)
const named = (path: string) => sent(path).map(({ mailIds }) => (mailIds as number[]).length)

test('many mails are acted on in steps, and undone in the same steps, the last first', async () => {
  await start()
  await runBulk(bulkActs(loginScope()).bin, mails(2 * STEP + 10))
  expect(named('mail/email/recoverableDelete')).toEqual([STEP, STEP, 10])
  expect(bulkRuns().running.get()).toBeNull()
  expect(undoLast()).not.toBeNull()
  await vi.waitFor(() => expect(named('mail/email/recoverEmail')).toEqual([10, STEP, STEP]))
})

test('nothing further begins after it was stopped, and what was done can be undone', async () => {
  await start((step) => step === 1 && stopBulk())
  await runBulk(bulkActs(loginScope()).bin, mails(3 * STEP))
  expect(named('mail/email/recoverableDelete')).toEqual([STEP])
  undoLast()
  await vi.waitFor(() => expect(named('mail/email/recoverEmail')).toEqual([STEP]))
})

test('a step that fails ends it, and the steps before can be undone', async () => {
  await start((step) => {
    if (step === 2) throw new TestFailure(500_001, 'broken')
  })
  await runBulk(bulkActs(loginScope()).bin, mails(3 * STEP))
  expect(named('mail/email/recoverableDelete')).toEqual([STEP, STEP])
  undoLast()
  await vi.waitFor(() => expect(named('mail/email/recoverEmail')).toEqual([STEP]))
})

test('only mails that are unread are marked as read, and only these are unread again', async () => {
  await start()
  const all = mails(9)
  await runBulk(bulkActs(loginScope()).seen, all)
  const unread = all.filter(({ seen }) => !seen).map(({ mailId }) => mailId)
  expect(sent('mail/email/seen/update')).toEqual([{ mailIds: unread, seen: true }])
  undoLast()
  await vi.waitFor(() => expect(sent('mail/email/seen/update').at(-1)).toEqual({ mailIds: unread, seen: false }))
})

test('mails of several folders are moved from each, and go back where they were by their new numbers', async () => {
  await start()
  await runBulk(bulkActs(loginScope()).moveTo(2), mails(4))
  // Those of the target itself stay.
  expect(sent('mail/email/move')).toEqual([{ mailboxId: 1, targetMailboxId: 2, mailUids: [1, 3] }])
  undoLast()
  await vi.waitFor(() =>
    expect(sent('mail/email/move').at(-1)).toEqual({ mailboxId: 2, targetMailboxId: 1, mailUids: [5_001, 5_003] }),
  )
})

test('one such action runs at a time', async () => {
  await start()
  const { bin, seen } = bulkActs(loginScope())
  const first = runBulk(bin, mails(STEP + 1))
  await runBulk(seen, mails(5))
  await first
  expect(sent('mail/email/seen/update')).toEqual([])
})
