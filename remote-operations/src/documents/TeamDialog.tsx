import type { DocumentGrant, DocumentLevel, DocumentTeam } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { Button, Dialog, IconButton, isComposing, Select, TextField } from '@yanshu/ui'
import { type FormEvent, useId, useState } from 'react'
import css from './files.module.css'
import { useFilesWords } from './filesWords.ts'

const LEVELS: readonly DocumentLevel[] = ['view', 'edit', 'manage']

type Subject = DocumentGrant['subject']

/** How a person, group or department is called. */
export const nameOfSubject = ({ subject }: DocumentGrant, say: ReturnType<typeof useFilesWords>): string =>
  subject.kind === 'everyone' ? say('teams.everyone') : subject.name || ('address' in subject ? subject.address : '')

const isSame = (a: Subject, b: Subject): boolean => {
  if ('address' in a && 'address' in b) return a.address === b.address
  if (a.kind === 'department' && b.kind === 'department') return a.departmentId === b.departmentId
  return a.kind === 'everyone' && b.kind === 'everyone'
}

interface TeamDialogProps {
  /** null for a new one. */
  team: DocumentTeam | null
  departments: readonly { readonly departmentId: number; readonly name: string }[]
  onSaved: () => void
  onClose: () => void
}

/** The name of a team's folder, who holds it, and who may do what in it. */
export function TeamDialog({ team, departments, onSaved, onClose }: TeamDialogProps) {
  const say = useFilesWords()
  const form = useId()
  const [name, setName] = useState(team?.name ?? '')
  const [holder, setHolder] = useState(team?.holder.address ?? '')
  const [grants, setGrants] = useState<readonly DocumentGrant[]>(team?.grants ?? [])
  const [address, setAddress] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const add = (subject: Subject) => {
    if (!grants.some((one) => isSame(one.subject, subject))) setGrants([...grants, { subject, level: 'edit' }])
  }
  const addAddress = () => {
    const entered = address.trim().toLowerCase()
    if (entered !== '') add({ kind: 'person', address: entered, name: '' })
    setAddress('')
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    // An address that was typed and not added is not left out unseen.
    if (busy || name.trim() === '' || holder.trim() === '' || address.trim() !== '') return
    setBusy(true)
    const asked = { name, grants: [...grants] }
    try {
      if (team) await http.post('documents/organisation/teams/change', { ...asked, documentId: team.documentId })
      else await http.post('documents/organisation/teams/make', { ...asked, holder })
      onSaved()
    } catch {
      // The call has shown why.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      wide
      title={team ? say('teams.editNamed', { name: team.name }) : say('teams.add')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{say('cancel')}</Button>
          <Button variant="primary" type="submit" form={form} loading={busy}>
            {say('save')}
          </Button>
        </>
      }
    >
      <form id={form} className={css.form} onSubmit={(event) => void save(event)} noValidate>
        <TextField
          label={say('teams.name')}
          required
          value={name}
          onChange={setName}
          error={tried && name.trim() === '' ? say('teams.required') : undefined}
          data-autofocus=""
        />
        <TextField
          label={say('teams.holder')}
          required
          disabled={team !== null}
          value={holder}
          onChange={setHolder}
          hint={say('teams.holderHint')}
          error={tried && holder.trim() === '' ? say('teams.required') : undefined}
        />
        <Select
          label={say('teams.department')}
          placeholder={say('teams.choose')}
          value={undefined}
          options={[
            { value: 0, label: say('teams.everyone') },
            ...departments.map(({ departmentId: value, name: label }) => ({ value, label })),
          ]}
          onChange={(departmentId) => {
            const found = departments.find((one) => one.departmentId === departmentId)?.name ?? ''
            add(departmentId === 0 ? { kind: 'everyone' } : { kind: 'department', departmentId, name: found })
          }}
        />
        <div className={css.line}>
          <TextField
            className={css.wide}
            label={say('teams.address')}
            value={address}
            onChange={setAddress}
            hint={say('teams.addressHint')}
            inputMode="email"
            error={tried && address.trim() !== '' ? say('teams.addFirst') : undefined}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              if (!isComposing(event)) addAddress()
            }}
          />
          <Button onClick={addAddress}>{say('teams.addAddress')}</Button>
        </div>
        {grants.length === 0 && <p className={css.quiet}>{say('teams.nobody')}</p>}
        <ul className={css.people} aria-label={say('teams.who')}>
          {grants.map((grant) => (
            <li key={nameOfSubject(grant, say)}>
              <span>{nameOfSubject(grant, say)}</span>
              <Select
                label={say('teams.level', { name: nameOfSubject(grant, say) })}
                hideLabel
                value={grant.level}
                options={LEVELS.map((level) => ({ value: level, label: say(`teams.levels.${level}`) }))}
                onChange={(level) => setGrants(grants.map((one) => (one === grant ? { ...one, level } : one)))}
              />
              <IconButton
                icon="close"
                size="small"
                label={say('teams.drop', { name: nameOfSubject(grant, say) })}
                onClick={() => setGrants(grants.filter((one) => one !== grant))}
              />
            </li>
          ))}
        </ul>
      </form>
    </Dialog>
  )
}
