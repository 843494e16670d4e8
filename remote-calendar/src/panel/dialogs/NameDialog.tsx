import { type CalendarEntry, calendarNameProblem } from '@yanshu/contracts'
import { http, markStale } from '@yanshu/shell-api'
import { useState } from 'react'
import { useWords } from '../../useWords.ts'
import { NameField } from './NameField.tsx'
import { SavingDialog } from './SavingDialog.tsx'

/** The name of a calendar that is there, or of a new one. */
export function NameDialog({ calendar, onClose }: { calendar: CalendarEntry | null; onClose: () => void }) {
  const common = useWords()
  const [name, setName] = useState(calendar?.name ?? '')
  const [tried, setTried] = useState(false)
  const save = async () => {
    setTried(true)
    if (calendarNameProblem(name)) return false
    await http.post('calendar/save', { name: name.trim(), ...(calendar ? { calendarId: calendar.calendarId } : {}) })
    markStale(['calendar'])
    return true
  }
  return (
    <SavingDialog
      title={common(calendar ? 'panel.rename' : 'panel.new')}
      action={common('save')}
      save={save}
      onClose={onClose}
    >
      {(press) => <NameField value={name} tried={tried} onEnter={press} onChange={setName} />}
    </SavingDialog>
  )
}
