import { lengthOf, TEMPLATE_NAME_MAX } from '@yanshu/contracts'
import { http, markStale, queryKeys, useT } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, Dialog, notify, TextField } from '@yanshu/ui'
import { type FormEvent, useId, useState } from 'react'
import { escapeHtml } from '../quote/escapeHtml.ts'
import type { Composer } from '../write/composer.ts'
import { NS } from '../write/namespace.ts'
import type { PanelProps } from './LetterPanels.tsx'
import css from './letterTools.module.css'
import { SIGNATURE_MARK } from './signatureMark.ts'
import { templatesQuery } from './templates.ts'

/** What was written, without the signature: each letter has its own. */
function writtenIn(composer: Composer): string {
  const port = composer.body()
  if (composer.state.get().plain) {
    return port
      .text()
      .split('\n')
      .map((line) => `<p>${escapeHtml(line)}</p>`)
      .join('')
  }
  const { body } = new composer.beginning.window.DOMParser().parseFromString(port.html(), 'text/html')
  for (const signature of body.querySelectorAll(`data[value^="${SIGNATURE_MARK}"]`)) signature.remove()
  return body.innerHTML
}

/** Saves what is written as a template. */
export function SaveTemplate({ composer, onClose }: PanelProps) {
  const say = useT(NS)
  const form = useId()
  const folders = useId()
  const { subject } = composer.state.get()
  const [name, setName] = useState(() => [...subject.trim()].slice(0, TEMPLATE_NAME_MAX).join(''))
  const [folder, setFolder] = useState('')
  const [checked, setChecked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [html] = useState(() => writtenIn(composer))
  const { data = [] } = useQuery(templatesQuery)
  const nameless = name.trim() === ''
  const tooLong = (text: string) =>
    lengthOf(text.trim()) > TEMPLATE_NAME_MAX ? say('templates.tooLong', { max: TEMPLATE_NAME_MAX }) : undefined

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (busy || nameless || tooLong(name) || tooLong(folder)) return
    setBusy(true)
    try {
      await http.post('mail/template/saveOrUpdateLetterTemplate', { templateId: null, name, folder, subject, html })
      markStale(queryKeys.writing)
      notify.success(say('templates.saved', { name: name.trim() }))
      onClose()
    } catch {
      // `http` has said why; what was entered stays.
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      title={say('templates.saveTitle')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{say('templates.cancel')}</Button>
          <Button type="submit" form={form} variant="primary" loading={busy}>
            {say('templates.keep')}
          </Button>
        </>
      }
    >
      <form id={form} className={css.form} noValidate onSubmit={(event) => void save(event)}>
        <TextField
          data-autofocus
          label={say('templates.name')}
          required
          value={name}
          error={checked && nameless ? say('templates.nameRequired') : tooLong(name)}
          onChange={setName}
        />
        <TextField
          label={say('templates.folder')}
          hint={say('templates.folderHint')}
          list={folders}
          value={folder}
          error={tooLong(folder)}
          onChange={setFolder}
        />
        <datalist id={folders}>
          {[...new Set(data.map((one) => one.folder).filter(Boolean))].map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        {html.includes('<img') && <p>{say('templates.noPictures')}</p>}
      </form>
    </Dialog>
  )
}
