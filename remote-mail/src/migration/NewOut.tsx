import { Code, type MigrationSource } from '@yanshu/contracts'
import { ApiError, http, useFolders, useGeneral } from '@yanshu/shell-api'
import { Button, Dialog, PasswordField } from '@yanshu/ui'
import { Steps } from '@yanshu/ui/steps'
import { type FormEvent, useId, useState } from 'react'
import { FolderChoice } from './FolderChoice.tsx'
import css from './migration.module.css'
import { isRangeWrong, momentsOf, ownFolders, type Range, usualRange } from './range.ts'
import { useOtherServer } from './useOtherServer.tsx'
import { useMigrationWords } from './words.ts'

const PASSWORD_MAX = 200

/** Two steps to a copy of the mailbox elsewhere: the other mailbox, which is logged in to, then what goes there. */
export function NewOut({ onClose }: { onClose: (hasBegun: boolean) => void }) {
  const say = useMigrationWords()
  const form = useId()
  const { timeZone } = useGeneral()
  const { lists, nameOf } = useFolders()
  const other = useOtherServer({ isTarget: true })
  const [folders, setFolders] = useState<readonly MigrationSource[] | null>(null)
  const [range, setRange] = useState<Range>({ paths: new Set(), since: undefined, last: undefined })
  /** The login password of this mailbox, where the server asks for it, and whether to count or to copy; null while it does not. */
  const [own, setOwn] = useState<{ readonly password: string; readonly dry: boolean } | null>(null)
  const [busy, setBusy] = useState(false)

  const test = async () => {
    setBusy(true)
    const there = await other.test()
    setBusy(false)
    if (!there || !lists) return
    const here = ownFolders(lists, nameOf)
    setFolders(here)
    setRange(usualRange(here))
  }
  const begin = async (dry = false) => {
    if (!other.server) return
    setBusy(true)
    try {
      if (own !== null) await http.post('user/password/confirm', { password: own.password })
      const asked = {
        server: other.server,
        mailboxIds: [...range.paths].map(Number),
        ...momentsOf(range, timeZone),
        dry,
      }
      await http.post('mail/mailMig/out', asked, { handles: Code.recentPassword })
      onClose(true)
    } catch (error) {
      if (error instanceof ApiError && error.code === Code.recentPassword) setOwn({ password: '', dry })
    } finally {
      setBusy(false)
    }
  }
  const isReady = folders
    ? range.paths.size > 0 && !isRangeWrong(range) && own?.password !== ''
    : other.isReady && lists !== null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && isReady) void (folders ? begin(own?.dry) : test())
  }
  return (
    <Dialog
      open
      wide
      title={say('out.begin')}
      onClose={() => onClose(false)}
      footer={
        <>
          {folders && <Button onClick={() => setFolders(null)}>{say('back')}</Button>}
          <Button onClick={() => onClose(false)}>{say('cancel')}</Button>
          {folders && own === null && (
            <Button disabled={!isReady || busy} onClick={() => void begin(true)}>
              {say('countFirst')}
            </Button>
          )}
          <Button variant="primary" type="submit" form={form} loading={busy} disabled={!isReady}>
            {say(!folders ? 'next' : own?.dry ? 'countFirst' : 'out.start')}
          </Button>
        </>
      }
    >
      <form id={form} className={css.form} onSubmit={submit}>
        <Steps
          label={say('out.begin')}
          steps={[
            { id: 'server', title: say('out.step.server') },
            { id: 'range', title: say('out.step.range') },
          ]}
          current={folders ? 1 : 0}
        />
        <p className={css.quiet}>{say('out.lead')}</p>
        {folders ? (
          <>
            <FolderChoice folders={folders} range={range} onRange={setRange} isOwn />
            {own !== null && (
              <PasswordField
                label={say('out.own')}
                hint={say('out.ownHint')}
                autoComplete="current-password"
                maxLength={PASSWORD_MAX}
                value={own.password}
                onChange={(password) => setOwn({ ...own, password })}
                data-autofocus=""
                required
              />
            )}
          </>
        ) : (
          other.form
        )}
      </form>
    </Dialog>
  )
}
