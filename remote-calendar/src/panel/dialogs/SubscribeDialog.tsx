import { calendarNameProblem } from '@yanshu/contracts'
import { http, markStale } from '@yanshu/shell-api'
import { notify, TextField } from '@yanshu/ui'
import { useState } from 'react'
import { NameField } from './NameField.tsx'
import { SavingDialog } from './SavingDialog.tsx'
import { useDialogWords } from './words.ts'

const isAddress = (text: string): boolean =>
  /^(https?|webcals?):\/\/[^\s]+$/i.test(text.trim()) && URL.canParse(text.trim())

/** A calendar that is filled from an address. */
export function SubscribeDialog({ onClose }: { onClose: () => void }) {
  const say = useDialogWords()
  const [url, setUrl] = useState('')
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const problem = calendarNameProblem(name)
  const subscribe = async () => {
    setTried(true)
    if (problem || !isAddress(url)) return false
    const { added } = await http.post('calendar/subscribe', { url: url.trim(), name: name.trim() })
    notify.success(say('subscribe.done', { count: added }))
    markStale(['calendar'])
    return true
  }
  return (
    <SavingDialog title={say('subscribe.title')} action={say('subscribe.do')} save={subscribe} onClose={onClose}>
      <TextField
        label={say('subscribe.url')}
        hint={say('subscribe.urlHint')}
        required
        data-autofocus=""
        type="url"
        value={url}
        onChange={setUrl}
        error={tried && !isAddress(url) ? say('subscribe.urlProblem') : undefined}
      />
      <NameField value={name} tried={tried} onChange={setName} />
    </SavingDialog>
  )
}
