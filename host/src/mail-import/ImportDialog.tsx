import { ApiError, http, intents, useT } from '@yanshu/shell-api'
import { Button, Dialog, notify } from '@yanshu/ui'
import { useState } from 'react'
import { FileChoice } from '../file-choice/FileChoice.tsx'
import { fileProblem } from '../file-choice/fileProblem.ts'
import { compose } from '../sidebar/compose.ts'

/** Files of one import; each is sent after the one before. */
const MOST = 50

/**
 * For personnel on islands (§2, Sidebar actions): imports mails from a disk into the inbox, or begins a new mail. One
 * that cannot be read stays in the list with the others that were not sent.
 */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const say = useT('shell')
  const [files, setFiles] = useState<readonly File[]>([])
  const [done, setDone] = useState<number | null>(null)
  const [refusals, setRefusals] = useState<readonly string[]>([])

  const add = (more: readonly File[]) => {
    const next = [...files]
    for (const file of more) {
      const found = /\.eml$/i.test(file.name) ? fileProblem(file, next, MOST) : 'notMail'
      if (found) notify.warning(say(`files.${found}`, { name: file.name, max: MOST }))
      else next.push(file)
    }
    setFiles(next)
  }
  const run = async () => {
    setRefusals([])
    const left: File[] = []
    const refused: string[] = []
    let added = 0
    let known = 0
    let last: { mailId: number; mailboxId: number } | null = null
    for (const [at, file] of files.entries()) {
      setDone(at)
      try {
        const put = await http.upload('mail/email/import', file, { silent: true })
        last = put
        if (put.known) known += 1
        else added += 1
      } catch (error) {
        left.push(file)
        refused.push(say('import.refused', { name: file.name, why: error instanceof ApiError ? error.message : '' }))
      }
    }
    setDone(null)
    setFiles(left)
    setRefusals(refused)
    if (added + known > 0) {
      const shown = last
      notify.success(say(known > 0 ? 'import.doneKnown' : 'import.done', { count: added, known }), {
        ...(shown
          ? {
              action: {
                label: say('import.view'),
                onClick: () =>
                  void intents
                    .send('mail.open', { mailId: shown.mailId, mailboxId: shown.mailboxId })
                    .catch(() => undefined),
              },
            }
          : {}),
      })
    }
    if (left.length === 0) onClose()
  }

  return (
    <Dialog
      open
      title={say('import.title')}
      onClose={onClose}
      footer={
        <>
          <Button
            icon="compose"
            onClick={() => {
              onClose()
              compose()
            }}
          >
            {say('sidebar.compose')}
          </Button>
          <Button variant="primary" disabled={files.length === 0} loading={done !== null} onClick={() => void run()}>
            {done === null ? say('import.run') : say('import.running', { done: done + 1, all: files.length })}
          </Button>
        </>
      }
    >
      <p>{say('import.text')}</p>
      <FileChoice
        files={files}
        accept=".eml,message/rfc822"
        onAdd={add}
        onRemove={(file) => setFiles(files.filter((one) => one !== file))}
      />
      {refusals.length > 0 && (
        <ul role="alert">
          {refusals.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
