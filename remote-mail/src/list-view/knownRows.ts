import type { Anchor } from '@yanshu/ui'
import type { MailRow } from '../mail-cache/mailCache.ts'
import { mailbox } from '../mailbox/mailbox.ts'

/** A row as it is known now. */
export const knownRow = (id: number | undefined): MailRow | undefined =>
  id === undefined ? undefined : mailbox().cache.row(id)

/** The row of a mail that one sees: a covered tab may hold the same mail. */
export const rowElement = (id: number | undefined): Anchor =>
  [...document.querySelectorAll(`[data-mail="${id}"]`)].find((row) => row.checkVisibility()) ?? {
    x: window.innerWidth / 2,
    y: window.innerHeight / 4,
  }
