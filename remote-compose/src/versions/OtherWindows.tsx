import { DRAFT_WINDOW_EVERY_MS, type DraftWindow } from '@yanshu/contracts'
import { http, loginScope, useFormat, useStore, useT } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Icon } from '@yanshu/ui'
import { useEffect } from 'react'
import type { Composer } from '../write/composer.ts'
import { NS } from '../write/namespace.ts'
import css from './versions.module.css'

/** Where else a letter is open, and when it was changed there. It tells the server that it is open here. */
export default function OtherWindows({ composer }: { composer: Composer }) {
  const say = useT(NS)
  const { mailTime } = useFormat()
  const mailId = useStore(composer.state).draft.draft?.mailId ?? null
  const name = composer.beginning.entryKey
  const { data } = useQuery({
    queryKey: ['compose', 'windows', mailId, name],
    queryFn: ({ signal }) =>
      mailId === null
        ? { others: [] }
        : http.post('mail/email/draft/windows', { mailId, name }, { silent: true, signal }),
    enabled: mailId !== null,
    refetchInterval: DRAFT_WINDOW_EVERY_MS,
    gcTime: 0,
    retry: false,
  })
  // Where it cannot be said that this window is closed, the server finds out by the time.
  useEffect(() => {
    if (mailId === null) return
    const login = loginScope()
    return () => {
      const closed = { mailId, name, closed: true }
      http.post('mail/email/draft/windows', closed, { silent: true, login }).catch(() => undefined)
    }
  }, [mailId, name])
  const words = ({ device, person, changedAt }: DraftWindow) =>
    say(`history.${changedAt === null ? 'open' : 'openChanged'}`, {
      where: [person, device].filter(Boolean).join(' · ') || say('history.otherDevice'),
      time: changedAt === null ? '' : mailTime(changedAt),
    })
  const lines = [...new Set((data?.others ?? []).map(words))]
  return (
    <div role="status">
      {lines.map((line) => (
        <p key={line} className={css.window}>
          <Icon name="info" />
          {line}
        </p>
      ))}
    </div>
  )
}
