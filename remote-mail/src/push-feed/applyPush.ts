import type { SocketMessage } from '@yanshu/contracts'
import type { Mails } from '../mailbox/mailKind.ts'

type Targets = Pick<Mails, 'cache' | 'lists' | 'engine'>

/** Applies a push to the cache and the lists. The shell applies the counters that come with it. */
export function applyPush(message: SocketMessage, { cache, lists, engine }: Targets): void {
  if (message.optType === 'mail') {
    cache.receive([message.item], { arrival: true })
    return
  }
  if (message.optType !== 'mailbox') return
  const { change, items: rows, mailIds: ids, mailboxId } = message
  const moved = change !== 'updated'
  const applied = engine.applyEcho({ kind: moved ? 'moved' : change, ids, rows })
  if (change !== 'folders' && change !== 'settings') {
    const withRow = new Set(rows.map((row) => row.mailId))
    const withoutRow = ids.filter((id) => !withRow.has(id))
    // An unknown mail may have come into a list by its flags or labels; only the server has its row.
    const unknown = rows.some((row) => !cache.known(row.mailId))
    cache.receive(rows, { arrival: moved })
    if (change === 'removed') cache.remove(withoutRow, mailboxId)
    if (!moved && unknown) lists.revalidate(({ kind }) => kind !== 'folder')
    // One that moved may have left a list at a row that is not loaded.
    if (withoutRow.length > 0 || (change === 'added' && unknown)) lists.revalidate()
  }
  applied()
}
