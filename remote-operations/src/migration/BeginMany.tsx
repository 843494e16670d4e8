import type { MigrationsBegun } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { Button, Checkbox, Dialog } from '@yanshu/ui'
import { type FormEvent, useId, useRef, useState } from 'react'
import css from './migrations.module.css'
import { useMigrationsWords } from './migrationsWords.ts'

/** Text of a table: programs for tables in China write GB 18030 where they do not write UTF-8. */
async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** Begins the migrations of a table of people, and names the lines that could not be begun. */
export function BeginMany({ onClose }: { onClose: () => void }) {
  const say = useMigrationsWords()
  const form = useId()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [junk, setJunk] = useState(false)
  const [books, setBooks] = useState(false)
  const [dry, setDry] = useState(true)
  const [busy, setBusy] = useState(false)
  const [begun, setBegun] = useState<MigrationsBegun | null>(null)
  const begin = async (event: FormEvent) => {
    event.preventDefault()
    if (!file || busy) return
    setBusy(true)
    const csv = await textOf(file)
    const answer = await http.post('mail/mailMig/organisation/save', { csv, junk, books, dry }).catch(() => null)
    setBusy(false)
    setBegun(answer)
  }
  return (
    <Dialog
      open
      wide
      title={say('begin')}
      onClose={onClose}
      footer={
        begun ? (
          <Button variant="primary" onClick={onClose}>
            {say('close')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{say('cancel')}</Button>
            <Button variant="primary" type="submit" form={form} loading={busy} disabled={file === null}>
              {say('start')}
            </Button>
          </>
        )
      }
    >
      {begun ? (
        <div role="status">
          <p>{say('begun', { begun: begun.begun, again: begun.again, problems: begun.problems.length })}</p>
          <ul>
            {begun.problems.map(({ line, address, problem }) => (
              <li key={line}>{say('line', { line, address, problem: say(`problem.${problem}`) })}</li>
            ))}
          </ul>
        </div>
      ) : (
        <form id={form} className={css.form} onSubmit={(event) => void begin(event)}>
          <p className={css.quiet}>{say('columns')}</p>
          <div className={css.line}>
            <Button icon="upload" onClick={() => input.current?.click()} data-autofocus="">
              {say('file')}
            </Button>
            <span role="status" className={css.quiet}>
              {file?.name ?? say('noFile')}
            </span>
            <input
              ref={input}
              type="file"
              hidden
              accept=".csv,text/csv"
              aria-label={say('file')}
              onChange={({ target }) => {
                setFile(target.files?.[0] ?? file)
                // The same file may be chosen again after it was changed.
                target.value = ''
              }}
            />
          </div>
          <Checkbox label={say('dry')} checked={dry} onChange={setDry} />
          <Checkbox label={say('junk')} checked={junk} onChange={setJunk} />
          <Checkbox label={say('books')} checked={books} onChange={setBooks} />
        </form>
      )}
    </Dialog>
  )
}
