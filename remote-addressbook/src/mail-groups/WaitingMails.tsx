import type { WaitingMail } from '@yanshu/contracts'
import { http, markStale, useFormat } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button } from '@yanshu/ui'
import { useState } from 'react'
import { CONTACTS_KEY } from '../contacts/contactKeys.ts'
import { useWords } from '../useWords.ts'
import own from './mailGroups.module.css'

/** Mails to a moderated group, for its managers to let through or to refuse. Nothing while none waits. */
export function WaitingMails({ groupId }: { groupId: number }) {
  const say = useWords()
  const format = useFormat()
  const [busy, setBusy] = useState('')
  const { data } = useQuery({
    queryKey: [...CONTACTS_KEY, 'waiting', groupId],
    queryFn: ({ signal }) => http.get('contact/mailgroup/waiting', { groupId }, { signal, silent: true }),
    staleTime: 0,
  })
  const decide = async ({ waitingId }: WaitingMail, letThrough: boolean) => {
    setBusy(waitingId)
    await http.post('contact/mailgroup/decide', { groupId, waitingId, letThrough }).catch(() => null)
    setBusy('')
    markStale(CONTACTS_KEY)
  }
  if (!data || data.list.length === 0) return null
  return (
    <section className={own.role} aria-label={say('mailgroup.waiting', { count: data.list.length })}>
      <h3>{say('mailgroup.waiting', { count: data.list.length })}</h3>
      <ul>
        {data.list.map((mail) => (
          <li key={mail.waitingId} className={own.waiting}>
            <span>
              <b>{mail.subject || say('mails.noSubject')}</b>
              <small>
                {mail.from.name || mail.from.address} · {format.mailTime(mail.receivedAt)} · {mail.preview}
              </small>
            </span>
            <Button size="small" loading={busy === mail.waitingId} onClick={() => void decide(mail, true)}>
              {say('mailgroup.letThrough')}
            </Button>
            <Button size="small" onClick={() => void decide(mail, false)}>
              {say('mailgroup.refuse')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
