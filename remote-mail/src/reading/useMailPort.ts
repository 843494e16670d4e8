import type { MailPort, OpenMail } from '@yanshu/contracts'
import { open, useOffer } from '@yanshu/shell-api'
import { type RefObject, useMemo } from 'react'
import type { MailRow } from '../mail-cache/mailCache.ts'
import { mailPortOf } from './mailPort.ts'

/**
 * The port on the mail of a pane. While the pane is the active one, `useOpenMail` returns it to all remotes.
 * @param frame the one that holds the mail: what other remotes show in the pane may have frames of its own
 */
export function useMailPort(
  mailId: number | null,
  row: MailRow | undefined,
  active: boolean,
  pane: RefObject<HTMLElement | null>,
  frame: RefObject<HTMLIFrameElement | null>,
): MailPort {
  const port = useMemo(
    () => mailPortOf(() => frame.current?.contentDocument?.querySelector('body > .yanshu-mail') ?? undefined),
    [frame],
  )
  const { mailboxId, subject, from } = row ?? {}
  const shown = useMemo<OpenMail | null>(
    () =>
      mailId === null || !active || mailboxId === undefined || subject === undefined || from === undefined
        ? null
        : { mailId, mailboxId, subject, from, port },
    [mailId, active, mailboxId, subject, from, port],
  )
  useOffer(open.offerMail, shown, pane)
  return port
}
