import type { CalendarSettings, SettingsPageProps } from '@yanshu/contracts'
import { http, markStale } from '@yanshu/shell-api'
import { queryClient } from '@yanshu/shell-api/query'
import { ErrorCard, Icon, Segmented, Select, Skeleton, Switch } from '@yanshu/ui'
import page from '@yanshu/ui/settingsPage.module.css'
import { type ReactNode, useState } from 'react'
import { LIST, useCalendars, useSaying } from '../data/queries.ts'
import { reminderChoices, reminderText } from '../form/reminderText.ts'
import { clock, weekdayLong } from '../model/words.ts'
import { useWords } from '../useWords.ts'
import css from './settings.module.css'
import { useSettingsWords } from './words.ts'

const ZONES = [
  '', 'Asia/Shanghai', 'Asia/Tokyo', 'Asia/Singapore', 'Asia/Kolkata', 'Asia/Dubai', 'Europe/Moscow', 'Europe/Berlin',
  'Europe/London', 'UTC', 'America/Sao_Paulo', 'America/New_York', 'America/Chicago', 'America/Los_Angeles',
  'Australia/Sydney',
] // biome-ignore format: a list of zones

/** `/set/calendar`: each setting applies at once. */
export default function CalendarSettingsPage(_: SettingsPageProps) {
  const common = useWords()
  const say = useSettingsWords()
  const saying = useSaying()
  const { settings, ready, failed, retry } = useCalendars()
  const [state, setState] = useState<'idle' | 'saved' | 'failed'>('idle')
  const save = async (change: Partial<CalendarSettings>) => {
    const before = queryClient().getQueryData<{ settings: CalendarSettings }>(LIST)
    queryClient().setQueryData(LIST, before && { ...before, settings: { ...before.settings, ...change } })
    try {
      await http.post('calendar/settings/save', change)
      setState('saved')
    } catch {
      setState('failed')
    } finally {
      markStale(['calendar'])
    }
  }
  if (failed) return <ErrorCard what={common('failed')} advice={common('failedAdvice')} onRetry={retry} />
  if (!ready) return <Skeleton lines={8} />
  const minutes = Array.from({ length: 49 }, (_, at) => at * 30)
  const times = (least: number, most: number) =>
    minutes
      .filter((one) => one >= least && one <= most)
      .map((value) => ({ value, label: value === 1_440 ? '24:00' : clock(saying, value * 60_000) }))
  return (
    <div className={page.page}>
      <header className={page.head}>
        <h1>{common('settings.title')}</h1>
        <p role="status" className={page.saved} data-state={state}>
          {state === 'saved' && <Icon name="check" size={16} />}
          {say(state)}
        </p>
      </header>
      <section className={page.section}>
        <Row name={say('weekStart')}>
          <Segmented
            label={say('weekStart')}
            hideLabel
            value={settings.weekStart}
            options={([1, 0, 6] as const).map((value) => ({ value, label: weekdayLong(saying.language, value) }))}
            onChange={(weekStart) => void save({ weekStart })}
          />
        </Row>
        <Row name={say('working')} hint={say('workingHint')}>
          <div className={css.pair}>
            <Select
              label={say('workStart')}
              value={settings.workStart}
              options={times(0, settings.workEnd - 60)}
              onChange={(workStart) => void save({ workStart })}
            />
            <Select
              label={say('workEnd')}
              value={settings.workEnd}
              options={times(settings.workStart + 60, 1_440)}
              onChange={(workEnd) => void save({ workEnd })}
            />
          </div>
        </Row>
        <Row name={say('density')}>
          <Segmented
            label={say('density')}
            hideLabel
            value={settings.density}
            options={(['cosy', 'compact'] as const).map((value) => ({
              value,
              label: say(`densities.${value}`),
            }))}
            onChange={(density) => void save({ density })}
          />
        </Row>
        <Row name={say('secondZone')} hint={say('secondZoneHint')}>
          <Select
            label={say('secondZone')}
            hideLabel
            value={settings.secondZone}
            options={[...new Set([...ZONES, settings.secondZone])].map((value) => ({
              value,
              label: value === '' ? say('noZone') : value.replaceAll('_', ' '),
            }))}
            onChange={(secondZone) => void save({ secondZone })}
          />
        </Row>
      </section>
      <section className={page.section}>
        <Row name={say('defaultLength')}>
          <Select
            label={say('defaultLength')}
            hideLabel
            value={settings.defaultLength}
            options={([15, 30, 45, 60, 90, 120] as const).map((value) => ({
              value,
              label: say('minutes', { count: value }),
            }))}
            onChange={(defaultLength) => void save({ defaultLength })}
          />
        </Row>
        <Row name={say('reminder')}>
          <Select
            label={say('reminder')}
            hideLabel
            value={settings.reminder}
            options={reminderChoices(settings.reminder).map((value) => ({ value, label: reminderText(value, common) }))}
            onChange={(reminder) => void save({ reminder })}
          />
        </Row>
        <Switch
          label={say('remindByMail')}
          checked={settings.remindByMail}
          onChange={(remindByMail) => void save({ remindByMail })}
        />
        <Switch
          label={say('showBusy')}
          hint={say('showBusyHint')}
          checked={settings.showBusy}
          onChange={(showBusy) => void save({ showBusy })}
        />
      </section>
      <section className={page.section}>
        <Switch
          label={say('lunar')}
          hint={say('lunarHint')}
          checked={settings.lunar}
          onChange={(lunar) => void save({ lunar })}
        />
        <Switch
          label={say('weekNumbers')}
          checked={settings.weekNumbers}
          onChange={(weekNumbers) => void save({ weekNumbers })}
        />
        <Switch
          label={say('showDeclined')}
          checked={settings.showDeclined}
          onChange={(showDeclined) => void save({ showDeclined })}
        />
        <Switch
          label={say('showDoneTasks')}
          checked={settings.showDoneTasks}
          onChange={(showDoneTasks) => void save({ showDoneTasks })}
        />
      </section>
    </div>
  )
}

function Row({ name, hint, children }: { name: string; hint?: string; children: ReactNode }) {
  return (
    <div className={page.row}>
      <span aria-hidden="true" className={page.name}>
        {name}
      </span>
      <div className={page.control}>
        {children}
        {hint && <p className={page.hint}>{hint}</p>}
      </div>
    </div>
  )
}
