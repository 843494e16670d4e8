import { type KeyPinProblem, keyPinProblem } from '@yanshu/contracts'
import { PasswordField } from '@yanshu/ui'
import { type ReactNode, useState } from 'react'
import { useWords } from '../useWords.ts'
import { InputMissing } from './InputMissing.ts'

interface NewPin {
  readonly pin: string
  readonly again: string
  readonly problem: KeyPinProblem | 'differs' | null
}

/** A new PIN, entered twice. `read` is what a form asks when it is sent; it throws `InputMissing`. */
export function useNewPin(): {
  readonly read: () => string
  readonly fields: (isFirst: boolean) => ReactNode
} {
  const say = useWords()
  const [{ pin, again, problem }, setPin] = useState<NewPin>({ pin: '', again: '', problem: null })
  const read = () => {
    const found = keyPinProblem(pin) ?? (pin === again ? null : 'differs')
    setPin({ pin, again, problem: found })
    if (found) throw new InputMissing()
    return pin
  }
  const fields = (isFirst: boolean) => (
    <>
      <PasswordField
        {...(isFirst ? { 'data-autofocus': true } : {})}
        label={say('pin.new')}
        hint={say('pin.newHint')}
        autoComplete="off"
        maxLength={64}
        value={pin}
        error={problem && problem !== 'differs' ? say(`pin.${problem}`) : undefined}
        onChange={(value) => setPin({ pin: value, again, problem: null })}
      />
      <PasswordField
        label={say('pin.again')}
        autoComplete="off"
        maxLength={64}
        value={again}
        error={problem === 'differs' ? say('pin.differs') : undefined}
        onChange={(value) => setPin({ pin, again: value, problem: null })}
      />
    </>
  )
  return { read, fields }
}

/** The PIN that is set. */
export function usePin(): { readonly read: () => string; readonly field: (isFirst: boolean) => ReactNode } {
  const say = useWords()
  const [pin, setPin] = useState('')
  const [empty, setEmpty] = useState(false)
  const read = () => {
    setEmpty(pin === '')
    if (pin === '') throw new InputMissing()
    return pin
  }
  const field = (isFirst: boolean) => (
    <PasswordField
      {...(isFirst ? { 'data-autofocus': true } : {})}
      label={say('pin.own')}
      autoComplete="off"
      maxLength={64}
      value={pin}
      error={empty ? say('pin.required') : undefined}
      onChange={setPin}
    />
  )
  return { read, field }
}
