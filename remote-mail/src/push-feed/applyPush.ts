import type { SocketMessage } from '@yanshu/contracts'
import type { Mails } from '../mailbox/mailKind.ts'

type Targets = Pick<Mails, 'cache' | 'lists' | 'engine'>

/** Takes a push into the cache and the lists. The shell applies the counters that come with it. */
export function applyPush(message: SocketMessage, { cache, lists, engine }: Targets): void {
  if (message.optType === 'mail') {
    cache.receive([message.item], { arrival: true })
    return
  }
  if (message.optType !== 'mailbox') return
  const applied = engine.hear({
    kind: message.change === 'updated' ? 'updated' : 'moved',
    ids: message.mailIds,
    rows: message.items,
  })
  applyRows(message, cache, lists)
  applied()
}

function applyRows(
  message: Extract<SocketMessage, { optType: 'mailbox' }>,
  cache: Targets['cache'],
  lists: Targets['lists'],
): void {
  if (message.change === 'folders' || message.change === 'settings') return
  const withRow = new Set(message.items.map((item) => item.mailId))
  const withoutRow = message.mailIds.filter((id) => !withRow.has(id))
  // An unknown mail may have come into a list by its flags or labels; only the server knows its row.
  const unknown = message.items.some((item) => !cache.known(item.mailId))
  cache.receive(message.items, { arrival: message.change !== 'updated' })
  if (message.change === 'removed') cache.remove(withoutRow, message.mailboxId)
  if (message.change === 'updated' && unknown) lists.revalidate(({ kind }) => kind !== 'folder')
  // One that moved may have left a list at a row that is not loaded.
  if (withoutRow.length > 0 || (message.change === 'added' && unknown)) lists.revalidate()
}
