import { type DocumentShare, isMobilePhone } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { queryClient } from '@yanshu/shell-api/query'
import { Button, Dialog, notify, TextField } from '@yanshu/ui'
import { type FormEvent, useId, useState } from 'react'
import css from '../documents.module.css'
import { useWords } from '../words.ts'
import { SHARES_KEY } from './shareFields.ts'

interface SendCodeProps {
  share: DocumentShare
  onClose: () => void
}

/** Asks for a mobile phone and sends the code of a link to it. Neither the page nor the server keeps the number. */
export default function SendCode({ share: { shareId, name }, onClose }: SendCodeProps) {
  const say = useWords()
  const form = useId()
  const [phone, setPhone] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    // The form of a new link lies around this one, and would be sent with it.
    event.stopPropagation()
    setTried(true)
    if (busy || !isMobilePhone(phone)) return
    setBusy(true)
    try {
      await http.post('documents/share/sendCode', { shareId, phone })
      notify.success(say('codeSent'))
      void queryClient().invalidateQueries({ queryKey: SHARES_KEY })
      onClose()
    } catch {
      // The call has shown why.
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      title={say('sendCodeNamed', { name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{say('cancel')}</Button>
          <Button type="submit" form={form} variant="primary" loading={busy}>
            {say('send')}
          </Button>
        </>
      }
    >
      <form id={form} className={css.shareForm} onSubmit={send} noValidate>
        <TextField
          label={say('phone')}
          required
          inputMode="tel"
          autoComplete="off"
          value={phone}
          onChange={setPhone}
          hint={say('sendCodeLead')}
          error={tried && !isMobilePhone(phone) ? say('phoneWrong') : undefined}
        />
      </form>
    </Dialog>
  )
}
