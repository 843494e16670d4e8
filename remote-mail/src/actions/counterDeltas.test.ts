import type { BeforeAfter } from '@yanshu/lists'
import { describe, expect, it } from 'vitest'
import type { MailRow } from '../mail-cache/mailCache.ts'
import { roleOf, rowOf } from '../testing/modelServer.ts'
import { counterDeltas } from './counterDeltas.ts'

const unread = rowOf(1, { labelIds: [71] })
const read = rowOf(2, { seen: true })

describe('counters', () => {
  it('a mail that is read leaves the unread count of its folder and its labels, not the count of mails', () => {
    expect(counterDeltas([[unread, { ...unread, seen: true }]], roleOf)).toEqual([
      { folderId: 1, mail: 0, unread: -1 },
      { labelId: 71, mail: 0, unread: -1 },
    ])
  })
  it('a mail that moves takes its unread along', () => {
    expect(
      counterDeltas(
        [
          [
            { ...unread, labelIds: [] },
            { ...unread, labelIds: [], mailboxId: 6 },
          ],
        ],
        roleOf,
      ),
    ).toEqual([
      { folderId: 1, mail: -1, unread: -1 },
      { folderId: 6, mail: 1, unread: 1 },
    ])
  })
  it('in the recycle bin and in spam a mail does not count in its labels', () => {
    expect(counterDeltas([[unread, { ...unread, mailboxId: 4 }]], roleOf)).toContainEqual({
      labelId: 71,
      mail: -1,
      unread: -1,
    })
    expect(counterDeltas([[{ ...unread, mailboxId: 5 }, undefined]], roleOf)).toEqual([
      { folderId: 5, mail: -1, unread: -1 },
    ])
  })
  it('what leaves folder, labels and seen alone touches no counter', () => {
    expect(counterDeltas([[read, { ...read, color: 3, sticky: true }]], roleOf)).toEqual([])
  })
  it('several mails add up', () => {
    const gone = [rowOf(1), read].map((row): BeforeAfter<MailRow> => [row, undefined])
    expect(counterDeltas(gone, roleOf)).toEqual([{ folderId: 1, mail: -2, unread: -1 }])
  })
})
