import { type Home, type HomeToday, UNANSWERED_DAYS } from '@yanshu/contracts'
import { http, Link, useFormat, usePreference, useSettings } from '@yanshu/shell-api'
import { Icon, type IconName, Skeleton } from '@yanshu/ui'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { UNANSWERED_DAYS_KEY } from '../follow-up/unansweredDays.ts'
import { useTodayWords } from './todayWords.ts'

interface Entry {
  readonly key: Exclude<keyof HomeToday, 'more'>
  readonly icon: IconName
  readonly path: string
}

/** What is urgent first. */
const ENTRIES: readonly Entry[] = [
  { key: 'approvals', icon: 'approval', path: '/approval' },
  { key: 'followUps', icon: 'clock', path: '/followup?tab=due' },
  { key: 'people', icon: 'user', path: '/noread?from=people' },
  { key: 'invitations', icon: 'calendar', path: '/noread?from=invitations' },
  { key: 'unanswered', icon: 'reply', path: '/followup?tab=unanswered' },
  { key: 'held', icon: 'users', path: '/subscriptions?of=held' },
  { key: 'shared', icon: 'document-center', path: '/documentcenter?place=shared' },
]

interface TodayProps {
  home: Home
  /** A card of the page, and its classes of a line, the words and the number of it, and a note: the page has them already. */
  Card: ComponentType<{ title: string; children: ReactNode }>
  classes: readonly (string | undefined)[]
}

/** What is to be done today, each number with its list. What is switched off has no line. */
export default function Today({ home, Card, classes }: TodayProps) {
  const [line, who, count, note] = classes
  const say = useTodayWords()
  const format = useFormat()
  const { calendarEnable } = useSettings()
  const [days] = usePreference(UNANSWERED_DAYS_KEY, UNANSWERED_DAYS)
  const today = useToday(home, days)
  if (today === null) return null
  const entries = today
    ? ENTRIES.filter(({ key }) => (today[key] ?? 0) > 0 && (key !== 'invitations' || calendarEnable))
    : []
  return (
    <Card title={say('title')}>
      {!today && <Skeleton lines={3} />}
      {today && entries.length === 0 && <p className={note}>{say('nothing')}</p>}
      <ul>
        {entries.map(({ key, icon, path }) => (
          <li key={key}>
            <Link className={line} to={path}>
              <Icon name={icon} />
              <span className={who}>{say(key)}</span>
              <strong className={count}>{format.count(today?.[key] ?? 0)}</strong>
            </Link>
          </li>
        ))}
      </ul>
      {today?.more && <p className={note}>{say('newest')}</p>}
    </Card>
  )
}

/** Asked again whenever the page has been; undefined before the first answer, null where there is none. */
function useToday(home: Home, unansweredDays: number): HomeToday | null | undefined {
  const [today, setToday] = useState<HomeToday | null>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer of the page is followed by this call
  useEffect(() => {
    const call = new AbortController()
    http.post('mail/home/today', { unansweredDays }, { signal: call.signal, silent: true }).then(
      setToday,
      // The page is of use without it; what was there stays.
      () => setToday((before) => before ?? null),
    )
    return () => call.abort()
  }, [home, unansweredDays])
  return today
}
