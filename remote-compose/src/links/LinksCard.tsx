import type { FileLink, MailDetail } from '@yanshu/contracts'
import { http, queryKeys, useFormat, useT } from '@yanshu/shell-api'
import { queryClient, useQuery } from '@yanshu/shell-api/query'
import { Button, confirm } from '@yanshu/ui'
import { AttachmentTile } from '@yanshu/ui/letter'
import { useState } from 'react'
import { NS } from '../write/namespace.ts'
import css from './links.module.css'

const queryOf = (mailId: number) => ({
  queryKey: [...queryKeys.mail(mailId), 'links'],
  queryFn: ({ signal }: { signal: AbortSignal }) => http.post('file/link/ofMail', { mailId }, { silent: true, signal }),
  // Others fetch and ask at any time, and no event reports it.
  staleTime: 0,
})

/** The large files of a mail, as its files are shown: recipients download them, their sender sees who has and prolongs them. */
export default function LinksCard({ mail: { mailId } }: { mail: MailDetail }) {
  const say = useT(NS)
  const query = queryOf(mailId)
  const { data } = useQuery(query)
  const renew = () => queryClient().invalidateQueries({ queryKey: query.queryKey })
  if (!data || data.list.length === 0) return null
  return (
    <section aria-label={say('links.title')} className={css.card}>
      <ul>
        {data.list.map((link) => (
          <li key={link.linkId}>
            <Link link={link} onChange={renew} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const follow = (address: string) => {
  const link = document.createElement('a')
  link.href = address
  link.rel = 'noopener'
  link.target = '_blank'
  link.click()
}

function Link({ link, onChange }: { link: FileLink; onChange: () => unknown }) {
  const say = useT(NS)
  const { mailTime, people } = useFormat()
  const [busy, setBusy] = useState(false)
  const { linkId, token, name, size, state, expiresAt, own } = link
  const change = (path: 'file/link/prolong' | 'file/link/end') => {
    setBusy(true)
    http
      .post(path, { linkId })
      .then(onChange)
      // `http` has shown why.
      .catch(() => undefined)
      .finally(() => setBusy(false))
  }
  const end = async () => {
    const yes = await confirm({
      title: say('links.endTitle', { name }),
      text: say('links.endText'),
      yes: say('links.end'),
      danger: true,
    })
    if (yes) change('file/link/end')
  }
  const time = {
    normal: say('links.until', { date: mailTime(expiresAt) }),
    expired: say(own?.asked ? 'links.expiredAsked' : 'links.expired'),
    ended: say('links.ended'),
  }[state]
  const fetched = own && say('links.fetched', { count: own.downloads, people: own.recipients })
  return (
    <>
      <AttachmentTile
        name={name}
        size={size}
        note={fetched ? `${time} · ${fetched}` : time}
        onDownload={state === 'normal' ? () => follow(`/api/file/linked/${token}`) : undefined}
      />
      {own?.readers && own.readers.length > 0 && (
        <p className={css.readers}>
          {say('links.readers', {
            names: people(own.readers.map((one) => `${one.name || one.address} (${mailTime(one.at)})`)),
          })}
        </p>
      )}
      {own && state !== 'ended' && (
        <span className={css.buttons}>
          <Button size="small" loading={busy} onClick={() => change('file/link/prolong')}>
            {say('links.prolong')}
          </Button>
          <Button size="small" variant="text" disabled={busy} onClick={end}>
            {say('links.end')}
          </Button>
        </span>
      )}
      {!own && state === 'expired' && (
        <Button size="small" variant="text" onClick={() => follow(`/api/file/link/${token}`)}>
          {say('links.ask')}
        </Button>
      )}
    </>
  )
}
