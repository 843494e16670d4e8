import type { ReactNode } from 'react'
import { useNewPin, usePin } from '../dialogs/PinFields.tsx'
import css from '../keys.module.css'
import { type AskingRun, type Escrow, type NewKey, saveKeys, useOpenKeys } from '../open/keyring.ts'
import { useWords } from '../useWords.ts'

interface Keeping {
  /** Whether a PIN is set. */
  readonly hasPin: boolean
  /** Who keeps a copy in the organisation. */
  readonly escrow: Escrow
  readonly run: AskingRun
}

/** What a dialog that keeps new keys is given. */
export interface KeepingProps extends Keeping {
  /** Gets the sentence about what was done. */
  readonly onDone: (sentence: string) => void
  readonly onClose: () => void
}

/**
 * The fields of the PIN that new keys need: a new one with the first keys, the one that is set while the keys are closed, none
 * while they are open. `keep` reads the fields before it makes the keys, so that what is missing is named at once.
 */
export function useKeeping({ hasPin, escrow, run }: Keeping): {
  readonly fields: ReactNode
  readonly keep: (make: () => Promise<readonly NewKey[]>) => Promise<number>
} {
  const say = useWords()
  const open = useOpenKeys()
  const fresh = useNewPin()
  const known = usePin()
  const keep = async (make: () => Promise<readonly NewKey[]>) => {
    const pin = hasPin ? (open ? '' : known.read()) : fresh.read()
    const keys = await make()
    if (keys.length > 0) await saveKeys(run, keys, { pin, isFirst: !hasPin, escrow })
    return keys.length
  }
  const fields = (
    <>
      {escrow && <p className={css.problem}>{say('escrow.before', { name: escrow.name })}</p>}
      {hasPin ? (
        !open && known.field(false)
      ) : (
        <fieldset>
          <legend>{say('pin.set')}</legend>
          <p>{say('pin.lead')}</p>
          {fresh.fields(false)}
        </fieldset>
      )}
    </>
  )
  return { fields, keep }
}
