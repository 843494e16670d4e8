import { ADDRESS_MAX, MIGRATION_SECRET_MAX } from '@yanshu/contracts'
import { useGeneral } from '@yanshu/shell-api'
import { PasswordField, Segmented, TextField } from '@yanshu/ui'
import { useState } from 'react'
import css from './migration.module.css'
import { findServer, isAddress, PORTS, type ServerFields } from './serverFields.ts'
import { useMigrationWords } from './words.ts'

interface ServerFormProps {
  fields: ServerFields
  onFields: (change: (fields: ServerFields) => ServerFields) => void
  /** Whether mail goes there. */
  isTarget?: boolean | undefined
}

/** Where the other mailbox is. The server is found by the address; what was entered by hand is never overwritten. */
export function ServerForm({ fields, onFields, isTarget = false }: ServerFormProps) {
  const say = useMigrationWords()
  const [isLooking, setIsLooking] = useState(false)
  const set = (change: Partial<ServerFields>) => onFields((before) => ({ ...before, ...change }))
  const look = async () => {
    const { address, host, port, security } = fields
    if (!isAddress(address) || fields.foundFor === address) return
    setIsLooking(true)
    const found = await findServer(address)
    setIsLooking(false)
    onFields((now) => {
      if (now.address !== address) return now
      // A server that was entered while it was looked for stays.
      const isUntouched = now.host === host && now.port === port && now.security === security
      const { code = null } = found
      return { ...now, ...(isUntouched ? found : { code }), foundFor: address }
    })
  }
  const { language } = useGeneral()
  const code = fields.code?.[language]
  return (
    <div className={css.form}>
      <TextField
        label={say(isTarget ? 'out.address' : 'address')}
        hint={isLooking ? say('addressHint') : undefined}
        type="email"
        autoComplete="off"
        spellCheck={false}
        maxLength={ADDRESS_MAX}
        value={fields.address}
        onChange={(address) => set({ address, ...(fields.user === fields.address ? { user: address } : {}) })}
        onBlur={() => void look()}
        required
        data-autofocus=""
      />
      {code && <p className={css.note}>{code}</p>}
      <PasswordField
        label={say(fields.login)}
        hint={say(`${fields.login}Hint`)}
        autoComplete="off"
        maxLength={MIGRATION_SECRET_MAX}
        value={fields.password}
        onChange={(password) => set({ password })}
        onFocus={() => void look()}
        required
      />
      <fieldset className={css.server}>
        <legend>{say('server')}</legend>
        {fields.from && <p className={css.quiet}>{say(`from.${fields.from}`)}</p>}
        <div className={css.place}>
          <TextField
            label={say('host')}
            value={fields.host}
            maxLength={253}
            spellCheck={false}
            autoCapitalize="off"
            onChange={(host) => set({ host, from: null })}
            required
          />
          <TextField
            label={say('port')}
            value={fields.port}
            inputMode="numeric"
            maxLength={5}
            onChange={(port) => set({ port })}
            required
          />
        </div>
        <Segmented
          label={say('security')}
          value={fields.security}
          options={[
            { value: 'tls', label: say('tls') },
            { value: 'starttls', label: say('starttls') },
          ]}
          onChange={(security) => set({ security, port: `${PORTS[security]}` })}
        />
        <Segmented
          label={say('login')}
          value={fields.login}
          options={[
            { value: 'password', label: say('password') },
            { value: 'token', label: say('token') },
            { value: 'refresh', label: say('refresh') },
          ]}
          onChange={(login) => set({ login })}
        />
        <TextField
          label={say('user')}
          value={fields.user}
          maxLength={254}
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="off"
          onChange={(user) => set({ user })}
          required
        />
      </fieldset>
    </div>
  )
}
