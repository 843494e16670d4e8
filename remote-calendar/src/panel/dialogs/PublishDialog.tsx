import type { CalendarEntry } from '@yanshu/contracts'
import { http, markStale } from '@yanshu/shell-api'
import { Button, Dialog, RadioGroup, TextField } from '@yanshu/ui'
import { copyText } from '@yanshu/ui/letter'
import { useState } from 'react'
import { useWords } from '../../useWords.ts'
import css from '../panel.module.css'
import { useDialogWords } from './words.ts'

type Level = 'none' | 'busy' | 'view'

/** The public address of a calendar: made, changed for another one, taken back. */
export function PublishDialog({ calendar, onClose }: { calendar: CalendarEntry; onClose: () => void }) {
  const common = useWords()
  const say = useDialogWords()
  const [published, setPublished] = useState(calendar.published)
  const [busy, setBusy] = useState(false)
  const publish = async (level: Level) => {
    setBusy(true)
    try {
      const wanted = level === 'none' ? null : level
      const { secret } = await http.post('calendar/publish', { calendarId: calendar.calendarId, level: wanted })
      setPublished(wanted && { secret, level: wanted })
      markStale(['calendar', 'list'])
    } catch {
      // The shell has shown why.
    } finally {
      setBusy(false)
    }
  }
  const address = published ? new URL(`/api/calendar/published/${published.secret}.ics`, window.location.href).href : ''
  return (
    <Dialog
      open
      title={say('publish.title', { name: calendar.name })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{common('close')}</Button>}
    >
      <div className={css.fields}>
        <p>{say('publish.hint')}</p>
        <RadioGroup
          label={say('publish.level')}
          stacked
          value={published?.level ?? 'none'}
          onChange={(level) => void publish(level)}
          options={(['none', 'busy', 'view'] as const).map((value) => ({
            value,
            label: say(`publish.levels.${value}`),
          }))}
        />
        {published && (
          <>
            <TextField label={say('publish.address')} value={address} readOnly onChange={() => undefined} />
            <div className={css.actions}>
              <Button
                variant="primary"
                icon="copy"
                onClick={() =>
                  void copyText(address, { done: say('publish.copied'), failed: say('publish.notCopied') })
                }
              >
                {say('publish.copy')}
              </Button>
              <Button loading={busy} onClick={() => void publish(published.level)}>
                {say('publish.renew')}
              </Button>
            </div>
          </>
        )}
      </div>
    </Dialog>
  )
}
