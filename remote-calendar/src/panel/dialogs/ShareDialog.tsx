import { type CalendarEntry, type CalendarShare, isMailAddress, type ShareLevel } from '@yanshu/contracts'
import { http, markStale } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { ErrorCard, Icon, IconButton, notify, Select, Skeleton } from '@yanshu/ui'
import { PeopleFields } from '@yanshu/ui/people'
import { useEffect, useState } from 'react'
import { useWords } from '../../useWords.ts'
import css from '../panel.module.css'
import { SavingDialog } from './SavingDialog.tsx'
import { useDialogWords } from './words.ts'

const LEVELS: readonly ShareLevel[] = ['busy', 'view', 'edit', 'manage']

const keyOf = ({ subject }: CalendarShare): string =>
  subject.kind === 'person' ? subject.address : subject.kind === 'department' ? `d${subject.departmentId}` : 'everyone'

/** Whom a calendar is shared with, and what each may do. */
export function ShareDialog({ calendar, onClose }: { calendar: CalendarEntry; onClose: () => void }) {
  const common = useWords()
  const say = useDialogWords()
  const { data, isError, refetch } = useQuery({
    queryKey: ['calendar-shares', calendar.calendarId],
    queryFn: ({ signal }) =>
      http.get('calendar/share/list', { calendarId: calendar.calendarId }, { signal, silent: true }),
    gcTime: 0,
    staleTime: 0,
  })
  const [shares, setShares] = useState<readonly CalendarShare[] | null>(null)
  useEffect(() => {
    if (data) setShares((now) => now ?? data.shares)
  }, [data])
  const nameOf = ({ subject }: CalendarShare) =>
    subject.kind === 'everyone'
      ? say('share.everyone')
      : subject.name || (subject.kind === 'person' ? subject.address : '')
  const add = (share: CalendarShare) =>
    setShares((now) => ((now ?? []).some((one) => keyOf(one) === keyOf(share)) ? now : [...(now ?? []), share]))
  const save = async () => {
    if (!shares) return false
    await http.post('calendar/share/save', { calendarId: calendar.calendarId, shares: [...shares] })
    notify.success(say('share.saved', { name: calendar.name }))
    markStale(['calendar'])
    return true
  }
  return (
    <SavingDialog
      wide
      title={say('share.title', { name: calendar.name })}
      action={common('save')}
      save={save}
      onClose={onClose}
    >
      {isError && <ErrorCard what={say('share.failed')} onRetry={() => void refetch()} />}
      {!shares && !isError && <Skeleton lines={4} />}
      {shares && (
        <div className={css.share}>
          <PeopleFields
            fields={[{ id: 'people' as const, label: say('share.people') }]}
            lists={{ people: [] }}
            onChange={({ people }) => {
              for (const { name, address } of people) add({ subject: { kind: 'person', name, address }, level: 'view' })
            }}
            isAddress={isMailAddress}
            suggest={async (keyword, signal) =>
              (await http.get('contact/list/suggest', { keyword, pageSize: 8 }, { signal, silent: true })).list.map(
                (one) => ({ ...one, why: '' }),
              )
            }
          />
          <Select
            label={say('share.department')}
            placeholder={say('share.choose')}
            value={undefined}
            options={[
              { value: 0, label: say('share.everyone') },
              ...(data?.departments ?? []).map(({ departmentId, name }) => ({ value: departmentId, label: name })),
            ]}
            onChange={(id) => {
              const name = data?.departments.find((one) => one.departmentId === id)?.name ?? ''
              add({
                subject: id === 0 ? { kind: 'everyone' } : { kind: 'department', departmentId: id, name },
                level: 'view',
              })
            }}
          />
          {shares.length === 0 && <p className={css.nobody}>{say('share.nobody')}</p>}
          <ul className={css.shares}>
            {shares.map((share) => (
              <li key={keyOf(share)}>
                <Icon name={share.subject.kind === 'person' ? 'user' : 'department'} />
                <span className={css.subject}>{nameOf(share)}</span>
                <Select
                  label={say('share.level', { name: nameOf(share) })}
                  hideLabel
                  value={share.level}
                  options={LEVELS.map((level) => ({ value: level, label: say(`share.levels.${level}`) }))}
                  onChange={(level) => setShares(shares.map((one) => (one === share ? { ...one, level } : one)))}
                />
                <IconButton
                  icon="close"
                  size="small"
                  label={say('share.remove', { name: nameOf(share) })}
                  onClick={() => setShares(shares.filter((one) => one !== share))}
                />
              </li>
            ))}
          </ul>
          <p className={css.nobody}>{say('share.hint')}</p>
        </div>
      )}
    </SavingDialog>
  )
}
