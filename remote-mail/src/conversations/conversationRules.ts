import type { ItemCache, ListRules, Lists } from '@yanshu/lists'
import type { ListQuery } from '../list-window/listQuery.ts'
import type { MailRow } from '../mail-cache/mailCache.ts'

/**
 * Which rows stand in a folder as conversations: mails of it that a page brought, because the server alone decides which
 * mail stands for a conversation; those with a mail kept on top first, then the newest.
 * @param isSticky whether a mail of the conversation is kept on top, by the last page that had the conversation
 */
export function conversationRules(
  folderId: number,
  isSticky: (mailId: number) => boolean,
): Pick<ListRules<MailRow>, 'belongs' | 'compare'> & { readonly slips: true } {
  const stickyOf = (row: MailRow) => Number(row.sticky || isSticky(row.mailId))
  return {
    slips: true,
    belongs: (row, here) => here && row?.mailboxId === folderId,
    compare: (a, b) => stickyOf(b) - stickyOf(a) || b.sortValues[1] - a.sortValues[1],
  }
}

/** What happens together is asked for once. */
const TOGETHER_MS = 150

interface Followed {
  readonly cache: Pick<ItemCache<MailRow, number>, 'onChange'>
  readonly lists: Pick<Lists<MailRow, number, ListQuery>, 'revalidate'>
}

/**
 * Asks for lists again when mails of their folder came, went, or were kept on top: which of them stands for a conversation,
 * and where, may be another one now. Returns how to stop; what came meanwhile is then asked for when the list is shown again.
 */
export function followConversations(
  { cache, lists }: Followed,
  folderId: number,
  which: (query: ListQuery) => boolean,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = () => lists.revalidate(which)
  const stop = cache.onChange((changes) => {
    const matters = changes.some(
      ({ before, after, arrival }) =>
        (before?.mailboxId === folderId || after?.mailboxId === folderId) &&
        (arrival || (before && (!after || before.sticky !== after.sticky))),
    )
    if (!matters) return
    clearTimeout(timer)
    timer = setTimeout(ask, TOGETHER_MS)
  })
  return () => {
    stop()
    clearTimeout(timer)
    ask()
  }
}
