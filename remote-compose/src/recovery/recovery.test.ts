import { expect, it } from 'vitest'
import { chooseEntry, type Opening } from './chooseEntry.ts'
import type { KeptEntry } from './letterJournal.ts'

const entry = (key: string, route: string, unsaved: boolean, mailId: number | null, savedAt = 1): KeptEntry => ({
  key,
  savedAt,
  value: {
    letter: {
      route,
      kind: 'new',
      sourceMailId: null,
      from: '',
      recipients: { to: [], cc: [], bcc: [] },
      subject: '',
      html: '',
      attachments: [],
      unfinished: [],
      priority: 3,
      requestReceipt: false,
    },
    note: { draft: mailId === null ? null : { mailId, revision: 1 }, unsaved, clientId: key },
  },
})
const opening = (route: string, more: Partial<Opening> = {}): Opening => ({
  route,
  draftId: null,
  restore: null,
  reloaded: false,
  ...more,
})

it('brings unsaved work back into its tab, the newest of several', () => {
  const entries = [
    entry('a', 'reply/5', true, null, 1),
    entry('b', 'reply/5', true, null, 2),
    entry('c', 'reply/6', true, null, 3),
  ]
  expect(chooseEntry(entries, opening('reply/5'))).toMatchObject({ kind: 'unsaved', entry: { key: 'b' } })
  expect(chooseEntry(entries, opening('reply/7'))).toEqual({ kind: 'nothing' })
})

it('brings unsaved work of a draft back, whatever tab it was written in', () => {
  const entries = [entry('a', 'new/0?c=x', true, 9)]
  expect(chooseEntry(entries, opening('draft/9', { draftId: 9 }))).toMatchObject({ kind: 'unsaved' })
})

it('opens the draft of a saved letter at its own address, and at one that others open too after a reload only', () => {
  const entries = [entry('a', 'new/0?c=x', false, 9), entry('b', 'reply/5', false, 8)]
  expect(chooseEntry(entries, opening('new/0?c=x'))).toMatchObject({ kind: 'saved', mailId: 9 })
  expect(chooseEntry(entries, opening('new/0?c=y'))).toEqual({ kind: 'nothing' })
  expect(chooseEntry(entries, opening('reply/5', { reloaded: true }))).toMatchObject({ kind: 'saved', mailId: 8 })
  expect(chooseEntry(entries, opening('reply/5'))).toEqual({ kind: 'nothing' })
})

it('leaves a new mail empty, and restores what was asked for', () => {
  const entries = [entry('a', 'new/0', true, null)]
  expect(chooseEntry(entries, opening('new/0'))).toEqual({ kind: 'nothing' })
  expect(chooseEntry(entries, opening('new/0', { restore: 'a' }))).toMatchObject({ kind: 'unsaved' })
})
