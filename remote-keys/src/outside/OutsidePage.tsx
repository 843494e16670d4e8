import type { Bytes } from '@yanshu/cms'
import { CodeField, PublicPage } from '@yanshu/files/public-page'
import { addMessages } from '@yanshu/shell-api'
import { Button } from '@yanshu/ui'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type Cms, cmsCodeOf, fetchCms, sentenceOf } from '../crypto/fetchCms.ts'
import css from '../keys.module.css'
import { OpenedView } from '../reading/OpenedView.tsx'
import { LARGEST_MAIL } from '../reading/useProtectedMail.ts'
import { useWords } from '../useWords.ts'
import { type OutsideLetter, openByCode } from './openByCode.ts'
import { en, zh } from './words.ts'

addMessages('remote-keys', 'zh', zh)
addMessages('remote-keys', 'en', en)

interface Opened extends OutsideLetter {
  readonly cms: Cms
  readonly file: Bytes
  readonly name: string
}

/** `/smimePage`: an outside person opens a mail with a code. The server has no part in it: the file stays in the browser. */
export default function OutsidePage() {
  const say = useWords()
  const [opened, setOpened] = useState<Opened | null>(null)
  return (
    <PublicPage title={say('outside.title')}>
      {opened ? <Letter {...opened} onClose={() => setOpened(null)} /> : <CodeForm onOpened={setOpened} />}
    </PublicPage>
  )
}

const PROBLEMS: Readonly<Record<string, string>> = {
  'not-a-recipient': 'outside.noCode',
  'wrong-password': 'outside.wrong',
  'not-decrypted': 'outside.damaged',
  malformed: 'outside.plain',
}

function CodeForm({ onOpened }: { onOpened: (opened: Opened) => void }) {
  const say = useWords()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<{ readonly at: 'file' | 'code'; readonly words: string } | null>(null)
  const [busy, setBusy] = useState(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (!file) return setProblem({ at: 'file', words: say('outside.fileMissing') })
    if (file.size > LARGEST_MAIL) return setProblem({ at: 'file', words: say('outside.large') })
    if (code.trim() === '') return setProblem({ at: 'code', words: say('outside.codeMissing') })
    setBusy(true)
    setProblem(null)
    try {
      const [cms, buffer] = await Promise.all([fetchCms(), file.arrayBuffer()])
      const bytes = new Uint8Array(buffer)
      const letter = await openByCode(cms, bytes, code)
      if (letter) onOpened({ ...letter, cms, file: bytes, name: file.name.replace(/\.(?:eml|p7m)$/i, '') })
      else setProblem({ at: 'file', words: say('outside.plain') })
    } catch (error) {
      const known = PROBLEMS[cmsCodeOf(error) ?? '']
      const at = cmsCodeOf(error) === 'wrong-password' ? 'code' : 'file'
      setProblem({ at, words: known ? say(known) : sentenceOf(error, say) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={css.codeForm} onSubmit={(event) => void send(event)} noValidate>
      <p>{say('outside.lead')}</p>
      <div className={css.choose}>
        <Button icon="upload" onClick={() => input.current?.click()}>
          {say('outside.choose')}
        </Button>
        <span role="status">{file ? say('outside.chosen', { name: file.name }) : ''}</span>
        <input
          ref={input}
          type="file"
          hidden
          accept=".p7m,.eml,message/rfc822,application/pkcs7-mime"
          aria-label={say('outside.choose')}
          onChange={(event) => {
            setFile(event.target.files?.[0] ?? null)
            setProblem(null)
            event.target.value = ''
          }}
        />
      </div>
      {problem?.at === 'file' && (
        <p role="alert" className={css.problem}>
          {problem.words}
        </p>
      )}
      <CodeField
        label={say('outside.code')}
        hint={say('outside.codeHint')}
        value={code}
        onChange={(value) => {
          setCode(value)
          setProblem(null)
        }}
        maxLength={64}
        error={problem?.at === 'code' ? problem.words : undefined}
        autoCapitalize="characters"
      />
      <div>
        <Button type="submit" variant="primary" loading={busy}>
          {say('outside.open')}
        </Button>
      </div>
    </form>
  )
}

function Letter({ cms, file, name, content, signature, onClose }: Opened & { onClose: () => void }) {
  const say = useWords()
  const region = useRef<HTMLElement>(null)
  // The button that was pressed is gone with the form.
  useEffect(() => region.current?.focus(), [])
  return (
    <section ref={region} tabIndex={-1} className={css.outsideLetter} aria-label={say('outside.letter')}>
      {signature && <p className={signature === 'changed' ? css.problem : css.lead}>{say(`outside.${signature}`)}</p>}
      <OpenedView cms={cms} mail={file} content={content} name={name} />
      <div>
        <Button icon="chevron-left" onClick={onClose}>
          {say('outside.another')}
        </Button>
      </div>
    </section>
  )
}
