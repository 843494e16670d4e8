import { wallOf, zoneOfPerson } from '@yanshu/contracts'
import { dayOf, isoOf } from '@yanshu/contracts/days'
import { http, Link, useFormat, useGeneral } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Icon } from '@yanshu/ui'
import { useWords } from '../useWords.ts'
import css from './soon.module.css'

/**
 * What is to be known of a person now: the text of their automatic reply when away, and the next meeting with them, which
 * leads to its day. Each line is absent without one.
 */
export default function Soon({ address }: { address: string }) {
  const say = useWords()
  const format = useFormat()
  const zone = zoneOfPerson(useGeneral())
  const { data: reply } = useQuery({
    queryKey: ['away', address.toLowerCase()],
    queryFn: () => http.get('mail/main/generalConfig/away', { address }, { silent: true }),
    retry: false,
  })
  const { data: next } = useQuery({
    queryKey: ['calendar', 'next', address.toLowerCase()],
    queryFn: ({ signal }) => http.get('calendar/next', { address }, { signal, silent: true }),
    retry: false,
  })
  const meeting = next?.meeting
  if (!reply?.away && !meeting) return null
  // Whole days are the same everywhere.
  const wall = meeting ? (meeting.allDay ? meeting.start : wallOf(zone, meeting.start)) : 0
  const day = isoOf(dayOf(wall))
  return (
    <div className={css.soon}>
      {reply?.away && (
        <details className={css.away} open={reply.text.length > 0 && reply.text.length < 60}>
          <summary>
            <Icon name="clock" size={16} />
            {reply.until === null ? say('soon.away') : say('soon.until', { time: format.mailTime(reply.until) })}
          </summary>
          {reply.text && <p>{reply.text}</p>}
        </details>
      )}
      {meeting && (
        <p>
          <Icon name="calendar" size={16} />
          <Link to={`/calendar?view=day&day=${day}`}>
            {say('soon.next', { title: meeting.title, time: meeting.allDay ? day : format.mailTime(meeting.start) })}
          </Link>
        </p>
      )}
    </div>
  )
}
