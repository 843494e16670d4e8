import type { NewKeyKind } from '@yanshu/cms'
import { useSession } from '@yanshu/shell-api'
import { RadioGroup } from '@yanshu/ui'
import { useState } from 'react'
import { FormDialog } from '../dialogs/FormDialog.tsx'
import { besideField } from '../dialogs/InputMissing.ts'
import css from '../keys.module.css'
import { makeKey } from '../open/makeKeys.ts'
import { useWords } from '../useWords.ts'
import { type KeepingProps, useKeeping } from './useKeeping.tsx'

const KINDS = ['rsa-3072', 'p-256', 'sm2'] as const satisfies readonly NewKeyKind[]

/** Makes a key in this browser. */
export function MakeKeyDialog({ onDone, onClose, ...keeping }: KeepingProps) {
  const say = useWords()
  const session = useSession()
  const [kind, setKind] = useState<NewKeyKind>('rsa-3072')
  const { fields, keep } = useKeeping(keeping)
  const submit = async () => {
    await keep(async () => {
      if (session.status !== 'open') return []
      return [await makeKey(kind, { address: session.userMail, name: session.user?.userName ?? '' })]
    })
    onDone(say('make.done'))
  }
  return (
    <FormDialog
      title={say('make.title')}
      submit={say('make.go')}
      onSubmit={submit}
      onClose={onClose}
      explain={besideField}
    >
      <p className={css.lead}>{say('make.lead')}</p>
      <RadioGroup
        label={say('make.kind')}
        value={kind}
        options={KINDS.map((value) => ({ value, label: say(`kinds.${value}`), hint: say(`kindHints.${value}`) }))}
        onChange={setKind}
      />
      {fields}
    </FormDialog>
  )
}
