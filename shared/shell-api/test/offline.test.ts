import { type MailListItem, OFFLINE_FILE_MAX, OFFLINE_FILES_MAX } from '@yanshu/contracts'
import { expect, test } from 'vitest'
import { rowsToKeep, textsToFetch } from '../src/offline/keeper.ts'
import { filesRefusal, type KeptFile } from '../src/offline/keptFiles.ts'
import { keptList } from '../src/offline/keptLists.ts'
import { actOf, afterWaiting, namedMails, waitingActions } from '../src/offline/waitingActions.ts'

const [INBOX, SENT, TRASH, PROJECTS] = [1, 2, 4, 9]
const NOW = Date.UTC(2026, 10, 27, 4)
const HOUR = 3_600_000

let made = 0
const row = (part: Partial<MailListItem> = {}): MailListItem => {
  made += 1
  const date = part.date ?? NOW - made * 60_000
  return {
    mailId: made,
    mailboxId: INBOX,
    mailUid: 100 + made,
    sortValues: [0, date],
    seen: false,
    sticky: false,
    color: 0,
    replied: false,
    forwarded: false,
    systemNotice: false,
    stranger: false,
    claimsOwnDomain: false,
    risky: false,
    withPassword: false,
    invites: false,
    priority: 3,
    from: { name: '张伟', address: 'zhang.wei@yanshu.test' },
    to: [{ name: '李娜', address: 'li.na@yanshu.test' }],
    toCount: 1,
    subject: `信 ${made}`,
    preview: '',
    hasAttachment: false,
    size: 1,
    date,
    labelIds: [],
    ...part,
  }
}

const roles = {
  roleOf: (id: number) => (id === TRASH ? ('trash' as const) : id === INBOX ? ('inbox' as const) : ('custom' as const)),
  idOf: (role: string) => (role === 'inbox' ? INBOX : undefined),
}
const list = (path: string, query: Record<string, unknown>, rows: readonly MailListItem[]) =>
  keptList(path, query, rows, roles, NOW)
const ids = (page: ReturnType<typeof list>) => page?.list.map(({ mailId }) => mailId)
const places = { trash: TRASH, inbox: INBOX }

test('a folder is listed with what is kept on top first, in pages by cursor, with headings that add up', () => {
  const [a, b, top, old] = [
    row(),
    row(),
    row({ sticky: true, sortValues: [1, NOW - 90_000] }),
    row({ date: NOW - 40 * 24 * HOUR }),
  ]
  const rows = [old, b, top, a, row({ mailboxId: PROJECTS })]
  const page = list('mail/email/mailbox/list', { role: 'inbox', timeZone: 8 }, rows)
  expect(ids(page)).toEqual([top.mailId, a.mailId, b.mailId, old.mailId])
  expect(page).toMatchObject({ total: 4, more: false, mailboxId: INBOX })
  expect(page?.headings?.filter(({ count }) => count > 0).map(({ kind, count }) => [kind, count])).toEqual([
    ['sticky', 1],
    ['today', 2],
    ['month', 1],
  ])
  expect(page?.headings?.reduce((sum, { count }) => sum + count, 0)).toBe(4)
  const first = list('mail/email/mailbox/list', { mailboxId: INBOX, pageSize: 2 }, rows)
  expect([ids(first), first?.more]).toEqual([[top.mailId, a.mailId], true])
  const next = { mailboxId: INBOX, pageSize: 2, sortValues: a.sortValues.join(',') }
  expect(ids(list('mail/email/mailbox/list', next, rows))).toEqual([b.mailId, old.mailId])
})

test('lists across folders leave out the recycle bin; a search finds subject and people, and a folder that is unknown nothing', () => {
  const [one, binned, star] = [
    row({ subject: '季度报告' }),
    row({ mailboxId: TRASH, color: 2 }),
    row({ color: 1, seen: true }),
  ]
  const rows = [one, binned, star]
  expect(ids(list('mail/email/favorite/list', {}, rows))).toEqual([star.mailId])
  expect(ids(list('mail/email/search', { searchKeyword: '报告 李娜', isUnread: 2 }, rows))).toEqual([one.mailId])
  expect(ids(list('mail/email/search', { searchKeyword: '报告', searchType: 2 }, rows))).toEqual([])
  expect(ids(list('mail/email/mailbox/list', { isUnread: '1' }, rows))).toEqual([one.mailId])
  expect(list('mail/email/mailbox/list', { role: 'spam' }, rows)).toBeUndefined()
  expect(list('mail/email/thread/list', { mailId: 1 }, rows)).toBeUndefined()
})

test('actions are shown in their order; a moved mail has a number that no other has, by which it is moved again', () => {
  const [a, b] = [row(), row({ mailboxId: PROJECTS })]
  const rows = [a, { ...b, mailUid: a.mailUid }]
  const move = { mailboxId: INBOX, targetMailboxId: PROJECTS, mailUids: [a.mailUid] }
  const first = waitingActions(
    { kind: 'move', folderId: PROJECTS },
    namedMails('mail/email/move', move, rows) ?? [],
    NOW,
  )
  expect(first[0]?.mails).toEqual([{ mailId: a.mailId, mailboxId: INBOX }])
  const after = afterWaiting(rows, first, places)
  const again = { mailboxId: PROJECTS, targetMailboxId: SENT, mailUids: [-a.mailId] }
  expect(namedMails('mail/email/move', again, after)).toEqual([{ mailId: a.mailId, mailboxId: PROJECTS }])
  const bin = waitingActions({ kind: 'bin' }, [{ mailId: a.mailId, mailboxId: PROJECTS }], NOW)
  const back = waitingActions({ kind: 'recover' }, [{ mailId: a.mailId, mailboxId: TRASH }], NOW)
  expect(afterWaiting(rows, [...first, ...bin], places)[0]?.mailboxId).toBe(TRASH)
  expect(afterWaiting(rows, [...first, ...bin, ...back], places)[0]?.mailboxId).toBe(PROJECTS)
  // A number of a folder that the device does not know names no mail; an id does.
  expect(namedMails('mail/email/move', { ...move, mailUids: [999] }, rows)).toBeNull()
  expect(namedMails('mail/email/color/update', { mailIds: [999] }, rows)).toEqual([{ mailId: 999, mailboxId: null }])
})

test('only what can be taken back is done later, and no action names more mails than a call takes', () => {
  expect(actOf('mail/email/delete', { mailIds: [1] })).toBeNull()
  expect(actOf('mail/email/draftdelete', { mailIds: [1] })).toBeNull()
  expect(actOf('mail/email/color/update', { mailIds: [1], color: 3 })).toEqual({ kind: 'star', color: 3 })
  const many = Array.from({ length: 1_201 }, (_, n) => ({ mailId: n, mailboxId: INBOX }))
  const actions = waitingActions({ kind: 'seen', seen: true }, many, NOW)
  expect(actions.map(({ mails }) => mails.length)).toEqual([500, 500, 201])
  expect(new Set(actions.map(({ key }) => key)).size).toBe(3)
})

test('the beginnings of folders stay, and with days all of these; what was read lately stays too', () => {
  const rows = Array.from({ length: 60 }, (_, n) => row({ date: NOW - n * 24 * HOUR, sortValues: [0, NOW - n] }))
  const last = rows.at(-1)?.mailId ?? 0
  const kept = (days: number, read: readonly number[]) =>
    rowsToKeep(rows, { days, now: NOW, read: new Set(read) }).map(({ mailId }) => mailId)
  expect(kept(0, [])).toHaveLength(50)
  expect(kept(0, [last])).toEqual([...rows.slice(0, 50).map(({ mailId }) => mailId), last])
  expect(textsToFetch(rows, 0, NOW)).toHaveLength(15)
  expect(textsToFetch(rows, 14, NOW)).toHaveLength(15)
  expect(
    textsToFetch(
      rows.map((one) => ({ ...one, date: NOW - HOUR })),
      14,
      NOW,
    ),
  ).toHaveLength(60)
})

test('files are kept up to a size of each, and up to one of all that are there', () => {
  const there = (size: number): KeptFile => ({ fileId: 'a', mailId: 1, contentType: 'a/b', size })
  expect(filesRefusal([OFFLINE_FILE_MAX], [])).toBeNull()
  expect(filesRefusal([1, OFFLINE_FILE_MAX + 1], [])).toBe('large')
  expect(filesRefusal([1], [there(OFFLINE_FILES_MAX - 1)])).toBeNull()
  expect(filesRefusal([1, 1], [there(OFFLINE_FILES_MAX - 1)])).toBe('room')
})
