import { isReadable, lengthOf, PAPER_NAME_MAX, PAPER_ORNAMENTS, type PaperDesign } from '@yanshu/contracts'
import { http, useT } from '@yanshu/shell-api'
import { Select, TextField } from '@yanshu/ui'
import { useState } from 'react'
import { FormDialog } from '../form-dialog/FormDialog.tsx'
import { NS } from '../write/namespace.ts'
import { PaperTile } from './PaperTile.tsx'
import css from './papers.module.css'

const BEGUN: PaperDesign = {
  ground: '#eef2f7',
  sheet: '#ffffff',
  text: '#1f2329',
  line: '#2456d6',
  ornament: 'band',
}

const COLOURS = [
  ['ground', 'ground'],
  ['sheet', 'sheet'],
  ['text', 'ink'],
  ['line', 'line'],
] as const

/** A paper of one's own: four colours and an ornament, seen while they are chosen. */
export function PaperDialog({ onClose, onAdded }: { onClose: () => void; onAdded: () => void }) {
  const say = useT(NS)
  const [name, setName] = useState('')
  const [design, setDesign] = useState(BEGUN)
  const [checked, setChecked] = useState(false)
  const named = name.trim() !== '' && lengthOf(name.trim()) <= PAPER_NAME_MAX
  const readable = isReadable(design)
  const set = (change: Partial<PaperDesign>) => setDesign((now) => ({ ...now, ...change }))
  const save = async () => {
    setChecked(true)
    if (!named || !readable) return false
    await http.post('mail/main/paper/add', { name, design })
    onAdded()
    return true
  }
  return (
    <FormDialog
      title={say('papers.add')}
      words={{ cancel: say('papers.cancel'), keep: say('papers.keep') }}
      onSave={save}
      onClose={onClose}
    >
      <TextField
        data-autofocus
        label={say('papers.name')}
        required
        value={name}
        error={checked && !named ? say('papers.nameRequired') : undefined}
        onChange={setName}
      />
      <div className={css.colours}>
        {COLOURS.map(([part, word]) => (
          <label key={part} className={css.colour}>
            {say(`papers.${word}`)}
            <input type="color" value={design[part]} onChange={(event) => set({ [part]: event.target.value })} />
          </label>
        ))}
      </div>
      <Select
        label={say('papers.ornament')}
        value={design.ornament}
        options={PAPER_ORNAMENTS.map((value) => ({ value, label: say(`papers.ornaments.${value}`) }))}
        onChange={(ornament) => set({ ornament })}
      />
      <PaperTile design={design} />
      {!readable && (
        <p role="alert" className={css.wrong}>
          {say('papers.unreadable')}
        </p>
      )}
    </FormDialog>
  )
}
