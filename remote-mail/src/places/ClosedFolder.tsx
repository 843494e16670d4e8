import type { Folder } from '@yanshu/contracts'
import { ApiError, folders, http, useFolders } from '@yanshu/shell-api'
import { Button, Icon, PasswordField, TextField } from '@yanshu/ui'
import { type FormEvent, useState } from 'react'
import { useWords } from '../mailbox/useMailbox.ts'
import css from './ClosedFolder.module.css'

/** In the place of a folder's list until its password is entered: the server refuses to list its mails before. */
export default function ClosedFolder({ folder }: { folder: Folder }) {
  const say = useWords()
  const [forgotten, setForgotten] = useState<{ token: string; phoneEnd: string } | null>(null)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const { folderId } = folder
  const { byId } = useFolders()
  // Of several passwords around it the outermost is asked first.
  let guard = folder
  for (let at: Folder | undefined = folder; at; at = byId(at.parentId ?? 0))
    if (at.pwd && at.opened === false) guard = at
  const name = guard.folderName

  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setProblem('')
    try {
      await work()
    } catch (error) {
      if (error instanceof ApiError) setProblem(error.message)
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text === '') return
    void attempt(async () => {
      const silent = { silent: true }
      if (forgotten) {
        const { token } = forgotten
        await http.post('mail/main/folder/forgetPwd', { folderId, token, code: text }, silent)
      } else await http.post('mail/main/folder/validPwd', { folderId, password: text }, silent)
      await folders.refresh()
      // Where another one guards the folder as well, that is asked next.
      setForgotten(null)
      setText('')
    })
  }
  const forget = () =>
    attempt(async () => {
      setForgotten(await http.get('mail/main/folder/forgetPwd', { folderId }, { silent: true }))
      setText('')
    })

  const shared = { large: true, required: true, value: text, onChange: setText, error: problem || undefined }
  return (
    <div className={css.gate}>
      <form className={css.form} onSubmit={submit}>
        <Icon name="lock" size={32} />
        <h2 className={css.name}>{say('closed.title', { name })}</h2>
        <p className={css.lead}>{forgotten ? say('closed.sent', { end: forgotten.phoneEnd }) : say('closed.lead')}</p>
        {forgotten ? (
          <TextField
            key="code"
            {...shared}
            label={say('closed.code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            autoFocus
          />
        ) : (
          <PasswordField
            key="password"
            {...shared}
            label={say('closed.password')}
            autoComplete="off"
            maxLength={200}
            autoFocus
          />
        )}
        <Button variant="primary" type="submit" wide loading={busy}>
          {say(forgotten ? 'closed.remove' : 'closed.open')}
        </Button>
        {!forgotten && (
          <Button variant="text" disabled={busy} onClick={() => void forget()}>
            {say('closed.forgotten')}
          </Button>
        )}
      </form>
    </div>
  )
}
