import { Code } from '@yanshu/contracts'
import { ApiError, http } from '@yanshu/shell-api'
import { Button, TextField } from '@yanshu/ui'
import { useState } from 'react'
import css from '../keys.module.css'
import { openKeys } from '../open/keyring.ts'
import { useWords } from '../useWords.ts'
import { FormDialog } from './FormDialog.tsx'
import { besideField } from './InputMissing.ts'
import { usePin } from './PinFields.tsx'

interface UnlockDialogProps {
  /** Whether a code can be sent to the phone of the account. */
  smsOffered: boolean
  onOpened: () => void
  onClose: () => void
}

/** Asks for the PIN. After too many wrong ones, a code of the phone stands for a try that would have to wait. */
export function UnlockDialog({ smsOffered, onOpened, onClose }: UnlockDialogProps) {
  const say = useWords()
  const pin = usePin()
  const [waits, setWaits] = useState(false)
  const [phoneEnd, setPhoneEnd] = useState<string | null>(null)
  const [code, setCode] = useState('')
  const submit = async () => {
    try {
      await openKeys(pin.read(), code.trim() || undefined)
    } catch (error) {
      if (error instanceof ApiError && error.code === Code.tooManyRequests) setWaits(true)
      // Each code counts once, whatever became of the try.
      if (error instanceof ApiError && code !== '') setCode('')
      throw error
    }
    onOpened()
  }
  const send = async () => {
    try {
      setPhoneEnd((await http.post('keymanagement/key/sendSms', {})).phoneEnd)
    } catch {
      // http has shown why.
    }
  }
  return (
    <FormDialog
      title={say('unlock.title')}
      submit={say('unlock.go')}
      onSubmit={submit}
      onClose={onClose}
      explain={besideField}
    >
      <p className={css.lead}>{say('unlock.lead')}</p>
      {pin.field(true)}
      {waits && smsOffered && (
        <>
          <div>
            <Button onClick={() => void send()}>{say('unlock.sendSms')}</Button>
          </div>
          {phoneEnd !== null && (
            <TextField
              label={say('unlock.code')}
              hint={say('unlock.sent', { end: phoneEnd })}
              inputMode="numeric"
              autoComplete="one-time-code"
              value={code}
              onChange={setCode}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}
