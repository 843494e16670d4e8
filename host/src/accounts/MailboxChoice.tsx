import type { PublicMailbox } from '@yanshu/contracts'
import { useT } from '@yanshu/shell-api'
import { Button, RadioGroup } from '@yanshu/ui'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import css from './accounts.module.css'
import { switchTo } from './switchAccount.ts'

interface MailboxChoiceProps {
  mailboxes: readonly PublicMailbox[]
  onClose: () => void
}

/** Which public mailbox to switch to: one has to be chosen (§5). It stands in the card of the account. */
export function MailboxChoice({ mailboxes, onClose }: MailboxChoiceProps) {
  const say = useT('shell')
  const form = useRef<HTMLFormElement>(null)
  const [chosen, setChosen] = useState<string>()
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)

  useEffect(() => form.current?.querySelector<HTMLInputElement>('input')?.focus(), [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setMissing(!chosen)
    if (!chosen || busy) return
    setBusy(true)
    // `http` has shown why it may not be.
    await switchTo(chosen).catch(() => undefined)
    setBusy(false)
  }
  return (
    <form ref={form} className={css.form} onSubmit={(event) => void submit(event)}>
      <RadioGroup
        label={say('accounts.publicMailboxes')}
        stacked
        className={css.mailboxes}
        value={chosen}
        options={mailboxes.map(({ account, userName, unread }) => ({
          value: account,
          label: userName,
          hint: unread > 0 ? `${account} · ${say('accounts.unread', { count: unread })}` : account,
        }))}
        onChange={(account) => {
          setChosen(account)
          setMissing(false)
        }}
      />
      <p className={css.missing} role="alert">
        {missing && say('accounts.chooseOne')}
      </p>
      <div className={css.buttons}>
        <Button onClick={onClose}>{say('accounts.cancel')}</Button>
        <Button variant="primary" type="submit" loading={busy}>
          {say('accounts.switch')}
        </Button>
      </div>
    </form>
  )
}
