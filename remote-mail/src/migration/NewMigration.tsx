import type { MigrationSource } from '@yanshu/contracts'
import { http, useGeneral } from '@yanshu/shell-api'
import { Button, Dialog } from '@yanshu/ui'
import { Steps } from '@yanshu/ui/steps'
import { type FormEvent, useId, useState } from 'react'
import { BookChoice } from './BookChoice.tsx'
import { isDavWrong, NO_BOOKS } from './books.ts'
import { FolderChoice } from './FolderChoice.tsx'
import css from './migration.module.css'
import { isRangeWrong, momentsOf, type Range, usualRange } from './range.ts'
import { useOtherServer } from './useOtherServer.tsx'
import { useMigrationWords } from './words.ts'

/** Two steps to a migration: the old mailbox, which is logged in to and read, then what of it is brought. */
export function NewMigration({ onClose }: { onClose: (hasBegun: boolean) => void }) {
  const say = useMigrationWords()
  const form = useId()
  const { timeZone } = useGeneral()
  const other = useOtherServer()
  const [folders, setFolders] = useState<readonly MigrationSource[] | null>(null)
  const [range, setRange] = useState<Range>({ paths: new Set(), since: undefined, last: undefined })
  const [books, setBooks] = useState(NO_BOOKS)
  const [busy, setBusy] = useState(false)
  const { server } = other

  const test = async () => {
    setBusy(true)
    const there = await other.test()
    setBusy(false)
    if (!there) return
    setFolders(there)
    setRange(usualRange(there))
  }
  const begin = async (dry = false) => {
    if (!server) return
    setBusy(true)
    const moments = momentsOf(range, timeZone)
    const begun = await http
      .post('mail/mailMig/save', { server, paths: [...range.paths], ...moments, dry, ...books })
      .catch(() => null)
    setBusy(false)
    if (begun) onClose(true)
  }
  const isReady = folders ? range.paths.size > 0 && !isRangeWrong(range) && !isDavWrong(books) : other.isReady
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && isReady) void (folders ? begin() : test())
  }
  return (
    <Dialog
      open
      wide
      title={say('begin')}
      onClose={() => onClose(false)}
      footer={
        <>
          {folders && <Button onClick={() => setFolders(null)}>{say('back')}</Button>}
          <Button onClick={() => onClose(false)}>{say('cancel')}</Button>
          {folders && (
            <Button disabled={!isReady || busy} onClick={() => void begin(true)}>
              {say('countFirst')}
            </Button>
          )}
          <Button variant="primary" type="submit" form={form} loading={busy} disabled={!isReady}>
            {say(folders ? 'start' : 'next')}
          </Button>
        </>
      }
    >
      <form id={form} className={css.form} onSubmit={submit}>
        <Steps
          label={say('begin')}
          steps={(['server', 'range'] as const).map((id) => ({ id, title: say(`step.${id}`) }))}
          current={folders ? 1 : 0}
        />
        {folders ? (
          <>
            <FolderChoice folders={folders} range={range} onRange={setRange} />
            <BookChoice books={books} onBooks={setBooks} />
          </>
        ) : (
          other.form
        )}
      </form>
    </Dialog>
  )
}
