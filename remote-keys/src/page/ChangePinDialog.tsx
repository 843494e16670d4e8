import { FormDialog } from '../dialogs/FormDialog.tsx'
import { besideField } from '../dialogs/InputMissing.ts'
import { useNewPin, usePin } from '../dialogs/PinFields.tsx'
import css from '../keys.module.css'
import { changePin, DamagedKeyError } from '../open/keyring.ts'
import { useWords } from '../useWords.ts'
import type { KeepingProps } from './useKeeping.tsx'

/** Replaces the PIN; all keys are sealed under the new one. */
export function ChangePinDialog({ run, onDone, onClose }: Omit<KeepingProps, 'hasPin' | 'escrow'>) {
  const say = useWords()
  const known = usePin()
  const fresh = useNewPin()
  const submit = async () => {
    const pin = known.read()
    await changePin(run, pin, fresh.read())
    onDone(say('change.done'))
  }
  const explain = (error: unknown) => (error instanceof DamagedKeyError ? say('change.damaged') : besideField(error))
  return (
    <FormDialog
      title={say('change.title')}
      submit={say('change.go')}
      onSubmit={submit}
      onClose={onClose}
      explain={explain}
    >
      <p className={css.lead}>{say('change.lead')}</p>
      {known.field(true)}
      {fresh.fields(false)}
    </FormDialog>
  )
}
