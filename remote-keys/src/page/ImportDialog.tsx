import { Button, PasswordField } from '@yanshu/ui'
import { useRef, useState } from 'react'
import { FormDialog } from '../dialogs/FormDialog.tsx'
import { besideField, InputMissing } from '../dialogs/InputMissing.ts'
import css from '../keys.module.css'
import { readKeysOf } from '../open/makeKeys.ts'
import { useWords } from '../useWords.ts'
import { type KeepingProps, useKeeping } from './useKeeping.tsx'

/** A file without a key that mail can use. */
class NoKeyError extends Error {}

/** Brings the keys of a .p12 or .pfx file. The file and its password stay in this browser. */
export function ImportDialog({ onDone, onClose, ...keeping }: KeepingProps) {
  const say = useWords()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [missing, setMissing] = useState(false)
  const [password, setPassword] = useState('')
  const { fields, keep } = useKeeping(keeping)
  const submit = async () => {
    setMissing(!file)
    if (!file) throw new InputMissing()
    let left = 0
    const count = await keep(async () => {
      const read = await readKeysOf(file, password)
      left = read.left
      if (read.keys.length === 0) throw new NoKeyError()
      return read.keys
    })
    onDone(left > 0 ? say('import.doneLeft', { count, left }) : say('import.done', { count }))
  }
  const explain = (error: unknown) => (error instanceof NoKeyError ? say('import.noCertificate') : besideField(error))
  return (
    <FormDialog
      title={say('import.title')}
      submit={say('import.go')}
      onSubmit={submit}
      onClose={onClose}
      explain={explain}
    >
      <p className={css.lead}>{say('import.lead')}</p>
      <div className={css.choose}>
        <Button icon="upload" data-autofocus="" onClick={() => input.current?.click()}>
          {say('import.choose')}
        </Button>
        <span role="status" className={missing ? css.problem : css.lead}>
          {file?.name ?? say(missing ? 'import.required' : 'import.none')}
        </span>
        <input
          ref={input}
          type="file"
          hidden
          accept=".p12,.pfx,application/x-pkcs12"
          aria-label={say('import.choose')}
          onChange={(event) => {
            setFile(event.target.files?.[0] ?? null)
            setMissing(false)
            event.target.value = ''
          }}
        />
      </div>
      <PasswordField
        label={say('import.password')}
        hint={say('import.passwordHint')}
        autoComplete="off"
        maxLength={200}
        value={password}
        onChange={setPassword}
      />
      {fields}
    </FormDialog>
  )
}
