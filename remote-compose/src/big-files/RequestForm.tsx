import { EXTRACT_CODE_MAX, EXTRACT_CODE_MIN, UPLOAD_REQUEST_NAME_MAX } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { Button, TextField } from '@yanshu/ui'
import { type FormEvent, useState } from 'react'
import css from './bigFiles.module.css'
import { bytesOf, FORM_MAX, newCode, numberIn } from './requestForm.ts'
import { useWords } from './useWords.ts'

const isCode = (code: string): boolean =>
  /^[A-Za-z0-9]+$/.test(code) && code.length >= EXTRACT_CODE_MIN && code.length <= EXTRACT_CODE_MAX

/** Makes a link by which others hand files in. */
export function RequestForm({ onMade }: { onMade: () => void }) {
  const say = useWords()
  const [title, setTitle] = useState('')
  const [code, setCode] = useState(newCode)
  const [days, setDays] = useState('7')
  const [files, setFiles] = useState('10')
  const [size, setSize] = useState('2048')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const numbers = {
    days: numberIn(days, FORM_MAX.days),
    files: numberIn(files, FORM_MAX.files),
    size: numberIn(size, FORM_MAX.megabytes),
  }
  const hint = say('codeHint', { min: EXTRACT_CODE_MIN, max: EXTRACT_CODE_MAX })
  const wrong = (number: number | null, max: number) => (tried && number === null ? say('number', { max }) : undefined)
  const make = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const { days: forDays, files: filesMax, size: megabytes } = numbers
    if (busy || title.trim() === '' || !isCode(code)) return
    if (forDays === null || filesMax === null || megabytes === null) return
    setBusy(true)
    try {
      const bounds = { days: forDays, filesMax, sizeMax: bytesOf(megabytes) }
      await http.post('documents/request/create', { title: title.trim(), code, ...bounds })
      setTitle('')
      setCode(newCode())
      setTried(false)
      onMade()
    } catch {
      // The call has shown why.
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className={css.part} aria-label={say('ask')}>
      <h2>{say('ask')}</h2>
      <p className={css.quiet}>{say('askAbout')}</p>
      <form className={css.form} onSubmit={make} noValidate>
        <TextField
          label={say('name')}
          required
          value={title}
          onChange={setTitle}
          maxLength={UPLOAD_REQUEST_NAME_MAX}
          hint={say('nameHint', { max: UPLOAD_REQUEST_NAME_MAX })}
          error={tried && title.trim() === '' ? say('nameHint', { max: UPLOAD_REQUEST_NAME_MAX }) : undefined}
        />
        <TextField
          label={say('code')}
          required
          value={code}
          onChange={setCode}
          hint={hint}
          error={tried && !isCode(code) ? hint : undefined}
        />
        <div className={css.numbers}>
          <TextField
            label={say('days')}
            required
            inputMode="numeric"
            value={days}
            onChange={setDays}
            error={wrong(numbers.days, FORM_MAX.days)}
          />
          <TextField
            label={say('files')}
            required
            inputMode="numeric"
            value={files}
            onChange={setFiles}
            error={wrong(numbers.files, FORM_MAX.files)}
          />
          <TextField
            label={say('size')}
            required
            inputMode="numeric"
            value={size}
            onChange={setSize}
            error={wrong(numbers.size, FORM_MAX.megabytes)}
          />
        </div>
        <div className={css.tools}>
          <Button type="submit" variant="primary" loading={busy}>
            {say('make')}
          </Button>
        </div>
      </form>
    </section>
  )
}
