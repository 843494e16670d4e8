import type { LetterContent } from '@yanshu/contracts'
import { describe, expect, it } from 'vitest'
import { chooseEntry, type Opening } from './chooseEntry.ts'
import type { KeptEntry } from './letterJournal.ts'
import { type KeptLetter, keptLetter, storedLetter } from './storedLetter.ts'

const entry = (key: string, route: string, unsaved: boolean, mailId: number | null, savedAt = 1): KeptEntry => ({
  key,
  savedAt,
  value: {
    letter: {
      route,
      content: {
        kind: 'new',
        sourceMailId: null,
        from: '',
        to: [],
        cc: [],
        bcc: [],
        subject: '',
        html: '',
        fileIds: [],
        options: {},
      },
      attachments: [],
      unfinished: [],
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

describe('a letter as it lies on the device', () => {
  const file = {
    fileId: 'f1',
    name: 'a.txt',
    contentType: 'text/plain',
    size: 1,
    contentId: '',
    kind: 'file',
  } as const
  const content: LetterContent = {
    kind: 'reply',
    sourceMailId: 5,
    from: 'zhang.wei@yanshu.test',
    to: [{ name: '李娜', address: 'li.na@yanshu.test' }],
    cc: [],
    bcc: [{ name: '', address: 'typed' }],
    subject: '周报',
    html: '<p>好</p>',
    fileIds: ['f1'],
    options: { 'mail.priority': 1, 'mail.receipt': true, 'remote-notes.stamp': { ink: '朱' } },
  }
  const letter: KeptLetter = { route: 'reply/5', content, attachments: [file], unfinished: ['b.txt'] }

  it('comes back as it was, and a build of before finds what it has always read', () => {
    const stored = storedLetter(letter)
    expect(keptLetter(structuredClone(stored))).toEqual(letter)
    const { to, cc, bcc } = content
    expect(stored).toMatchObject({ recipients: { to, cc, bcc }, priority: 1, requestReceipt: true, subject: '周报' })
  })

  it('that a build of before has kept comes back with its priority and its receipt', () => {
    const { options: _, ...before } = storedLetter(letter)
    expect(keptLetter(before).content).toEqual({ ...content, options: { 'mail.priority': 1, 'mail.receipt': true } })
  })
})
