import type { PublicMailbox } from '@yanshu/contracts'
import { useT } from '@yanshu/shell-api'
import { Button, Dialog, RadioGroup } from '@yanshu/ui'
import { type FormEvent, useId, useState } from 'react'
import css from './accounts.module.css'
import { switchTo } from './switchAccount.ts'

interface SwitchDialogProps {
  mailboxes: readonly PublicMailbox[]
  onClose: () => void
}

/** Which public mailbox to switch to: one has to be chosen (§5). */
export function SwitchDialog({ mailboxes, onClose }: SwitchDialogProps) {
  const say = useT('shell')
  const form = useId()
  const [chosen, setChosen] = useState<string>()
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setMissing(!chosen)
    if (!chosen || busy) return
    setBusy(true)
    await switchTo(chosen).catch(() => undefined)
    setBusy(false)
  }
  return (
    <Dialog
      open
      title={say('accounts.publicMailboxes')}
      onClose={onClose}
      footer={
        <Button variant="primary" type="submit" form={form} loading={busy}>
          {say('accounts.switch')}
        </Button>
      }
    >
      <form id={form} className={css.form} onSubmit={(event) => void submit(event)}>
        <p className={css.text}>{say('accounts.chooseText')}</p>
        <RadioGroup
          label={say('accounts.choose')}
          hideLabel
          stacked
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
      </form>
    </Dialog>
  )
}
