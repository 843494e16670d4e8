import { perLogin, queryKeys } from '@yanshu/shell-api'
import { hashKey, queryClient } from '@yanshu/shell-api/query'
import { mailbox } from '../mailbox/mailbox.ts'

/** Whole mails that are kept, with their texts; one that was dropped is asked for again when it is opened. */
export const KEPT_TEXTS = 300

/** In the order in which they were last shown. Their rows stay known as well: what is done to a mail needs its row. */
const lookedAt = perLogin(() => {
  const ids = new Set<number>()
  mailbox().cache.hold((id) => ids.has(id))
  return ids
})

/** A whole mail was fetched or is shown: it is kept, and the one that was not shown for longest is dropped. */
export function keepMail(mailId: number): void {
  const ids = lookedAt()
  ids.delete(mailId)
  ids.add(mailId)
  const texts = queryClient().getQueryCache()
  for (const id of ids) {
    if (ids.size <= KEPT_TEXTS) return
    const text = texts.get(hashKey(queryKeys.mail(id)))
    if (text?.isActive()) continue
    if (text) texts.remove(text)
    ids.delete(id)
  }
}
