import type { OfflineAction } from '@yanshu/contracts'
import { loginScope } from '../../shared/shell-api/src/login/loginScope.ts'
import { letterEntries, queueLetter, sendLetters } from '../../shared/shell-api/src/offline/outbox.ts'
import {
  conflictEntries,
  queueActions,
  settleActions,
  waitingEntries,
} from '../../shared/shell-api/src/offline/queue.ts'

/** A letter of a queue. */
export interface StagedLetter {
  readonly subject: string
  readonly to: string
}

/** What a frame of the stage can do: one life of a page with a queue. */
export interface QueueStage {
  /** The number of the point at which the page crashes: before a call, after its answer, or before a write to the device. */
  dieAt(point: number, die: () => void): void
  queue(actions: readonly OfflineAction[], letter: StagedLetter | null): Promise<void>
  settle(): Promise<void>
  left(): Promise<{ actions: number; letters: number; conflicts: number }>
}

const login = loginScope()
const never = () => new Promise<never>(() => undefined)

const stage: QueueStage = {
  dieAt(point, die) {
    let passed = 0
    const isHere = () => {
      passed += 1
      if (passed === point) die()
      return passed >= point
    }
    const ask = globalThis.fetch
    globalThis.fetch = async (...call) => {
      if (isHere()) return never()
      const answer = await ask(...call)
      return isHere() ? never() : answer
    }
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = function (...entry) {
      if (isHere()) this.transaction.abort()
      return put.apply(this, entry)
    }
  },
  async queue(actions, letter) {
    await queueActions(
      login,
      actions.map((action) => ({ ...action, at: Date.now() })),
      '',
    )
    if (!letter) return
    await queueLetter(login, {
      letter: {
        requestId: crypto.randomUUID(),
        kind: 'new',
        sourceMailId: null,
        from: '',
        to: [{ name: '', address: letter.to }],
        cc: [],
        bcc: [],
        subject: letter.subject,
        html: '<p>离线</p>',
        fileIds: [],
        options: {},
      },
      draftId: null,
      clientId: crypto.randomUUID(),
      again: { journal: 'compose', key: letter.subject, value: {}, path: '/write/new/0' },
      at: Date.now(),
      refused: null,
    })
  },
  async settle() {
    await settleActions(login)
    await sendLetters(login, Date.now())
  },
  async left() {
    const [actions, letters, conflicts] = await Promise.all([
      waitingEntries(login),
      letterEntries(login),
      conflictEntries(login),
    ])
    return { actions: actions.length, letters: letters.length, conflicts: conflicts.length }
  },
}
Object.assign(globalThis, { stage })
