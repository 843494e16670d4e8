import { escapeHtml, lengthOf, TEMPLATE_NAME_MAX } from '@yanshu/contracts'
import { http, markStale, queryKeys, useT } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { notify, TextField } from '@yanshu/ui'
import { useId, useState } from 'react'
import { FormDialog } from '../form-dialog/FormDialog.tsx'
import type { Composer } from '../write/composer.ts'
import { NS } from '../write/namespace.ts'
import type { PanelProps } from './shownTool.ts'
import { SIGNATURE_MARK } from './signatureMark.ts'
import { templatesQuery } from './templates.ts'

/** What was written, without the signature: each letter has its own. */
function writtenIn(composer: Composer): string {
  const port = composer.body()
  if (composer.state.get().letter.plain) {
    return port
      .text()
      .split('\n')
      .map((line) => `<p>${escapeHtml(line)}</p>`)
      .join('')
  }
  const { body } = new composer.beginning.window.DOMParser().parseFromString(port.html(), 'text/html')
  for (const signature of body.querySelectorAll(`data[value^="${SIGNATURE_MARK}"]`)) signature.remove()
  // The key of an encrypted picture stands in its address; no template has pictures.
  for (const picture of body.querySelectorAll('img')) picture.setAttribute('src', '')
  return body.innerHTML
}

/** Saves what is written as a template. */
export function SaveTemplate({ composer, onClose }: PanelProps) {
  const say = useT(NS)
  const folders = useId()
  const { subject } = composer.state.get().letter
  const [name, setName] = useState(() => [...subject.trim()].slice(0, TEMPLATE_NAME_MAX).join(''))
  const [folder, setFolder] = useState('')
  const [checked, setChecked] = useState(false)
  const [html] = useState(() => writtenIn(composer))
  const { data = [] } = useQuery(templatesQuery)
  const nameless = name.trim() === ''
  const tooLong = (text: string) => {
    const now = lengthOf(text.trim())
    return now > TEMPLATE_NAME_MAX ? say('templates.tooLong', { max: TEMPLATE_NAME_MAX, now }) : undefined
  }

  const save = async () => {
    setChecked(true)
    if (nameless || tooLong(name) || tooLong(folder)) return false
    await http.post('mail/template/saveOrUpdateLetterTemplate', { templateId: null, name, folder, subject, html })
    markStale(queryKeys.writing)
    notify.success(say('templates.saved', { name: name.trim() }))
    return true
  }
  return (
    <FormDialog
      title={say('templates.saveTitle')}
      words={{ cancel: say('templates.cancel'), keep: say('templates.keep') }}
      onSave={save}
      onClose={onClose}
    >
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
    </FormDialog>
  )
}
