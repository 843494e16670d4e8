import { http, type LoginScope } from '@yanshu/shell-api'
import type { Marked } from './marked.ts'

/** Undoes what one step did; answers for how many mails. */
export type UndoStep = () => Promise<number>

/** Something that is done to many mails, some at a time. */
export interface BulkAct {
  /** Names its words: `bulk.{name}.…`. */
  readonly name: 'bin' | 'forGood' | 'discard' | 'recover' | 'move' | 'seen' | 'unseen'
  /** The mails that it changes. */
  readonly hits: (mails: readonly Marked[]) => readonly Marked[]
  /** Does it to some mails; answers how it is undone, or null where it cannot be. */
  readonly step: (mails: readonly Marked[]) => Promise<UndoStep | null>
}

const all = (mails: readonly Marked[]): readonly Marked[] => mails
const idsOf = (mails: readonly Marked[]): number[] => mails.map(({ mailId }) => mailId)

/** The acts of one login, which they all belong to. */
export function bulkActs(login: LoginScope) {
  const options = { silent: true, login } as const
  const bin = async (mailIds: number[]): Promise<number[]> => {
    const { moved } = await http.post('mail/email/recoverableDelete', { mailIds }, options)
    return moved.map(({ mailId }) => mailId)
  }
  const recover = async (mailIds: number[]): Promise<number[]> => {
    if (mailIds.length === 0) return []
    const { moved } = await http.post('mail/email/recoverEmail', { mailIds }, options)
    return moved.map(({ mailId }) => mailId)
  }
  const mark = (mailIds: number[], seen: boolean) => http.post('mail/email/seen/update', { mailIds, seen }, options)
  const marking = (seen: boolean): BulkAct => ({
    name: seen ? 'seen' : 'unseen',
    hits: (mails) => mails.filter((mail) => mail.seen !== seen),
    async step(mails) {
      const ids = idsOf(mails)
      await mark(ids, seen)
      return async () => (await mark(ids, !seen)).count
    },
  })
  const acts = {
    bin: {
      name: 'bin',
      hits: all,
      async step(mails) {
        const ids = await bin(idsOf(mails))
        return async () => (await recover(ids)).length
      },
    },
    recover: {
      name: 'recover',
      hits: all,
      async step(mails) {
        const ids = await recover(idsOf(mails))
        return async () => (ids.length === 0 ? 0 : (await bin(ids)).length)
      },
    },
    forGood: {
      name: 'forGood',
      hits: all,
      async step(mails) {
        await http.post('mail/email/delete', { mailIds: idsOf(mails) }, options)
        return null
      },
    },
    discard: {
      name: 'discard',
      hits: all,
      async step(mails) {
        await http.post('mail/email/draftdelete', { mailIds: idsOf(mails) }, options)
        return null
      },
    },
    seen: marking(true),
    unseen: marking(false),
  } as const satisfies Record<string, BulkAct>
  const moveTo = (target: number): BulkAct => ({
    name: 'move',
    hits: (mails) => mails.filter(({ folderId }) => folderId !== target),
    async step(mails) {
      const undos: UndoStep[] = []
      for (const [source, group] of Map.groupBy(mails, ({ folderId }) => folderId)) {
        const back = await moveGroup(options, { source, target, uids: group.map(({ uid }) => uid) })
        undos.push(back)
      }
      return async () => {
        let count = 0
        for (const undo of undos) count += await undo()
        return count
      }
    },
  })
  return { ...acts, moveTo }
}

interface Group {
  readonly source: number
  readonly target: number
  /** Numbers in the source. */
  readonly uids: number[]
}

async function moveGroup(
  options: { readonly silent: true; readonly login: LoginScope },
  { source, target, uids }: Group,
): Promise<UndoStep> {
  const move = (from: number, to: number, mailUids: number[]) =>
    http.post('mail/email/move', { mailboxId: from, targetMailboxId: to, mailUids }, options)
  const { moved } = await move(source, target, uids)
  return async () => {
    if (moved.length === 0) return 0
    const back = await move(
      target,
      source,
      moved.map(({ mailUid }) => mailUid),
    )
    return back.moved.length
  }
}
