import type { Attachment, SlotProps } from '@yanshu/contracts'
import { http, useFormat, useGeneral } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Icon } from '@yanshu/ui'
import { useMemo } from 'react'
import { useMailT } from '../mailbox/useMailbox.ts'
import css from './InviteCard.module.css'
import { type Invite, parseInvite } from './parseInvite.ts'

/** It is read whenever its mail is opened; a larger file is no invitation but a calendar, to be saved. */
const MOST_BYTES = 256 * 1_024

/** The first invitation of a mail. */
export default function InviteCards({ mail }: SlotProps<'mail.card'>) {
  const file = mail.attachments.find(({ kind }) => kind === 'calendar')
  return file ? <InviteCard key={file.fileId} file={file} /> : null
}

/** An invitation at a glance: what, when, where, who. Shows nothing when the file says nothing of that. */
function InviteCard({ file }: { file: Attachment }) {
  const t = useMailT()
  const format = useFormat()
  const { timeZone } = useGeneral()
  const { data } = useQuery({
    queryKey: ['invite', file.fileId],
    queryFn: async ({ signal }) => {
      const response = await fetch(http.fileUrl(`file/download/${file.fileId}`), { signal })
      return response.ok ? response.text() : ''
    },
    staleTime: Number.POSITIVE_INFINITY,
    enabled: file.size <= MOST_BYTES,
  })
  const invite = useMemo(() => (data ? parseInvite(data, timeZone) : null), [data, timeZone])
  if (!invite) return null
  return (
    <section className={css.invite} aria-label={t('invite.label')} data-method={invite.method}>
      <Icon name="calendar" size={20} />
      <div>
        <p className={css.inviteTitle}>
          {invite.method === 'cancel' && `${t('invite.cancelled')} `}
          {invite.summary || t('row.noSubject')}
        </p>
        <p>
          {whenOf(invite, format, t, timeZone)}
          {invite.repeats && ` · ${t('invite.repeats')}`}
        </p>
        {invite.location && <p>{t('invite.where', { place: invite.location })}</p>}
        {invite.organizer && (
          <p className={css.quiet}>
            {t('invite.who', { name: invite.organizer, count: Math.max(1, invite.attendees.length) })}
          </p>
        )}
      </div>
    </section>
  )
}

function whenOf(
  { start, end, wholeDay }: Invite,
  format: ReturnType<typeof useFormat>,
  t: ReturnType<typeof useMailT>,
  timeZone: number,
): string {
  const from = withoutSeconds(format.exactTime(start))
  const day = (ms: number) => Math.floor((ms + timeZone * HOUR_MS) / (24 * HOUR_MS))
  if (wholeDay) return `${from.replace(TIME, '').replace(/,\s*$/, '').trim()} ${t('invite.wholeDay')}`
  if (end === null) return from
  const until = withoutSeconds(format.exactTime(end))
  return t('invite.span', { from, to: day(start) === day(end) ? (TIME.exec(until)?.[0] ?? until) : until })
}

const HOUR_MS = 3_600_000
/** The time of day at the end of an exact time, with what people say of morning and afternoon. */
const TIME = /(?:\S{0,2})?\d{1,2}:\d{2}(?:\s?[AP]M)?$/i

const withoutSeconds = (text: string): string => text.replace(/(\d{1,2}:\d{2}):\d{2}/, '$1')
