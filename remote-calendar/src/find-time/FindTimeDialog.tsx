import { type PostData, wallOf } from '@yanshu/contracts'
import { DAY_MS, dayOf, MINUTE_MS, partsOf } from '@yanshu/contracts/days'
import { http } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, Checkbox, Dialog, Select, Skeleton } from '@yanshu/ui'
import { useState } from 'react'
import type { WallSpan } from '../data/commands.ts'
import { type EventDraft, spanOf } from '../form/eventForm.ts'
import css from '../form/form.module.css'
import { type Saying, when } from '../model/words.ts'
import { useWords } from '../useWords.ts'
import { useFindWords } from './words.ts'

type Found = PostData<'calendar/findTime'>
type Busy = { readonly start: number; readonly end: number }

/** Hours that the lanes show. */
const FROM_HOUR = 8
const HOURS = 12
/** Those that are named below the lanes. */
const AXIS = [8, 12, 16, 20]

export interface FindTimeProps {
  draft: EventDraft
  saying: Saying & { readonly zone: string }
  eventId: number | undefined
  onTake: (span: Pick<WallSpan, 'startWall' | 'endWall'>, room: { name: string; address: string } | null) => void
  onClose: () => void
}

/** Three times at which all are free, and who is busy on the day of the selected one. */
export default function FindTimeDialog({ draft, saying, eventId, onTake, onClose }: FindTimeProps) {
  const common = useWords()
  const say = useFindWords()
  const { zone } = saying
  const [weeks, setWeeks] = useState(2)
  const [needsRoom, setNeedsRoom] = useState(false)
  const [at, setAt] = useState(0)
  const span = spanOf(draft)
  const length = Math.min(Math.max(15, span ? (span.endWall - span.startWall) / MINUTE_MS : 60), 600)
  const [from] = useState(() => Date.now())
  const people = draft.attendees.map(({ address, optional }) => ({ address, optional }))
  const { data, isError } = useQuery({
    queryKey: ['calendar', 'findTime', people, weeks, needsRoom, length, eventId],
    queryFn: ({ signal }) =>
      http.post(
        'calendar/findTime',
        {
          people,
          needsRoom,
          length,
          from,
          to: from + weeks * 7 * DAY_MS,
          ...(eventId === undefined ? {} : { eventId }),
        },
        { signal, silent: true },
      ),
  })
  const year = partsOf(dayOf(wallOf(zone, from))).year
  const spoken = ({ start, end }: Busy) =>
    when(saying, { startWall: wallOf(zone, start), endWall: wallOf(zone, end), allDay: false }, year, '')
  const chosen = data?.suggestions[at] ?? data?.suggestions[0]
  const roomOf = (address: string | null) => data?.rooms.find((one) => one.address === address) ?? null
  return (
    <Dialog open title={say('title')} onClose={onClose} footer={<Button onClick={onClose}>{common('cancel')}</Button>}>
      <div className={css.form}>
        <div className={css.within}>
          <Select
            label={say('within')}
            value={weeks}
            options={([1, 2, 4] as const).map((value) => ({ value, label: say(`weeks.${value}`) }))}
            onChange={setWeeks}
          />
          {(data?.rooms.length ?? 0) > 0 && (
            <Checkbox label={say('room')} checked={needsRoom} onChange={setNeedsRoom} />
          )}
        </div>
        {isError ? (
          <p className={css.problem}>{say('failed')}</p>
        ) : !data ? (
          <Skeleton lines={4} />
        ) : data.suggestions.length === 0 ? (
          <p role="status">{say('none')}</p>
        ) : (
          <ul className={css.suggestions} aria-label={say('suggestions')}>
            {data.suggestions.map((one, index) => {
              const room = needsRoom ? roomOf(one.room) : null
              return (
                <li
                  key={one.start}
                  className={css.suggestion}
                  onPointerEnter={() => setAt(index)}
                  onFocus={() => setAt(index)}
                >
                  <span>
                    {spoken(one)}
                    {room && ` · ${room.name} (${say('seats', { count: room.capacity })})`}
                  </span>
                  <Button
                    size="small"
                    variant={index === 0 ? 'primary' : 'default'}
                    aria-label={say('use', { when: spoken(one) })}
                    onClick={() =>
                      onTake(
                        { startWall: wallOf(zone, one.start), endWall: wallOf(zone, one.end) },
                        room ? { name: room.name, address: room.address } : null,
                      )
                    }
                  >
                    {say('do')}
                  </Button>
                </li>
              )
            })}
          </ul>
        )}
        {data && chosen && (
          <Lanes
            found={data}
            chosen={chosen}
            zone={zone}
            rooms={data.rooms.filter(
              ({ address, capacity }) =>
                (needsRoom && capacity > 0) || draft.attendees.some((one) => one.address.toLowerCase() === address),
            )}
          />
        )}
        {data && data.unknown.length > 0 && (
          <p className={css.hint}>
            {say('unknown', { names: data.unknown.join(saying.language === 'zh' ? '、' : ', ') })}
          </p>
        )}
      </div>
    </Dialog>
  )
}

/** Who is busy on a day, a lane for each. */
function Lanes({ found, chosen, zone, rooms }: { found: Found; chosen: Busy; zone: string; rooms: Found['rooms'] }) {
  const say = useFindWords()
  const begin = Math.floor(wallOf(zone, chosen.start) / DAY_MS) * DAY_MS + FROM_HOUR * 60 * MINUTE_MS
  const share = (ms: number) =>
    Math.min(100, Math.max(0, ((wallOf(zone, ms) - begin) / (HOURS * 60 * MINUTE_MS)) * 100))
  const place = ({ start, end }: Busy) => ({ left: `${share(start)}%`, width: `${share(end) - share(start)}%` })
  const lanes = [
    ...found.people.map((one) => ({ key: one.address, name: one.name, busy: one.busy, known: one.known })),
    ...rooms.map((one) => ({ key: one.address, name: one.name, busy: one.busy, known: true })),
  ]
  return (
    <div className={css.lanes} role="img" aria-label={say('people')}>
      {lanes.map(({ key, name, busy, known }) => (
        <Lane key={key} name={name}>
          {known ? busy.map((one) => <i key={one.start} className={css.busySpan} style={place(one)} />) : null}
          {!known && <small>{say('hidden')}</small>}
          <i className={css.chosenSpan} style={place(chosen)} />
        </Lane>
      ))}
      <span />
      <span className={css.axis}>
        {AXIS.map((hour) => (
          <span key={hour} style={{ left: `${((hour - FROM_HOUR) / HOURS) * 100}%` }}>
            {hour}:00
          </span>
        ))}
      </span>
    </div>
  )
}

function Lane({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <span>{name}</span>
      <span className={css.lane}>{children}</span>
    </>
  )
}
