import { isLocalAddress } from '@yanshu/discovery'
import { tabStorage } from '@yanshu/shell-api'
import { Button, Dialog, TextField } from '@yanshu/ui'
import { type FormEvent, useId, useState } from 'react'
import { keepOverrides } from '../federation/keepOverrides.ts'
import { readOverrides } from '../federation/overrides.ts'
import { useFederation } from '../federation-state/federationState.ts'
import css from './developer.module.css'
import type { WORDS } from './words.ts'

interface OverrideDialogProps {
  words: (typeof WORDS)['zh']
  onClose: () => void
}

/** Every remote with the version that runs, and the address of a local build in its place. */
export function OverrideDialog({ words, onClose }: OverrideDialogProps) {
  const form = useId()
  const state = useFederation()
  const [given, setGiven] = useState<Readonly<Record<string, string>>>(() => readOverrides(tabStorage()))
  const [asked, setAsked] = useState(false)
  const federation = state.status === 'ready' ? state.federation : null
  const names = [
    ...new Set([...(federation?.contributions() ?? []).map(({ remote }) => remote), ...Object.keys(given)]),
  ]
  const wanted = Object.entries(given).flatMap(([name, address]): [string, string][] =>
    address.trim() === '' ? [] : [[name, address.trim()]],
  )
  const versionOf = (name: string) => {
    const running = federation?.loaded(name)
    if (!running) return words.notRunning
    return words.running.replace('{version}', running.reason === 'override' ? words.local : running.version)
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (wanted.some(([, address]) => !isLocalAddress(address))) return
    keepOverrides(Object.fromEntries(wanted))
    location.reload()
  }
  return (
    <Dialog
      open
      wide
      title={words.title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" form={form} variant="primary">
            {words.save}
          </Button>
        </>
      }
    >
      <form id={form} className={css.form} onSubmit={save}>
        <p>{words.why}</p>
        {names.sort().map((name) => {
          const address = given[name] ?? ''
          const isForeign = asked && address.trim() !== '' && !isLocalAddress(address.trim())
          return (
            <TextField
              key={name}
              label={name}
              hint={versionOf(name)}
              error={isForeign ? words.foreign : undefined}
              value={address}
              clearable
              spellCheck={false}
              placeholder="http://localhost:4301/remoteEntry.js"
              onChange={(value) => setGiven((before) => ({ ...before, [name]: value }))}
            />
          )
        })}
      </form>
    </Dialog>
  )
}
