import { type DocumentGrant, type DocumentLevel, isMailAddress } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, Dialog, ErrorCard, Icon, IconButton, notify, Select, Skeleton } from '@yanshu/ui'
import { PeopleFields } from '@yanshu/ui/people'
import { useState } from 'react'
import { refresh } from '../center/commands.ts'
import type { DocumentRow } from '../center/documentKind.ts'
import css from '../documents.module.css'
import { useWords } from '../words.ts'

const LEVELS: readonly DocumentLevel[] = ['view', 'edit', 'manage']

const keyOf = ({ subject }: DocumentGrant): string =>
  subject.kind === 'everyone'
    ? 'everyone'
    : subject.kind === 'department'
      ? `department ${subject.departmentId}`
      : subject.address

interface GrantDialogProps {
  file: DocumentRow
  onClose: () => void
}

/** With whom in the organisation a file or folder is shared, and what each may do. */
export function GrantDialog({ file, onClose }: GrantDialogProps) {
  const say = useWords()
  const { documentId, name } = file
  const { data, isError, refetch } = useQuery({
    queryKey: ['documents', 'grants', documentId],
    queryFn: ({ signal }) => http.get('documents/grant/list', { documentId }, { signal, silent: true }),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
  /** As they were changed here; null before the first change. */
  const [changed, setChanged] = useState<readonly DocumentGrant[] | null>(null)
  const [busy, setBusy] = useState(false)
  const grants = changed ?? data?.grants ?? []
  const nameOf = ({ subject }: DocumentGrant) =>
    subject.kind === 'everyone'
      ? say('peopleEveryone')
      : subject.name || (subject.kind === 'department' ? '' : subject.address)
  const add = (added: readonly DocumentGrant[]) => {
    const there = new Map(added.map((one) => [keyOf(one), one]))
    for (const one of grants) there.set(keyOf(one), one)
    setChanged([...there.values()])
  }
  const save = async () => {
    setBusy(true)
    try {
      await http.post('documents/grant/save', { documentId, grants: [...grants] })
      notify.success(say('peopleSaved', { name }))
      refresh()
      onClose()
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
      title={say('peopleTitle', { name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{say('cancel')}</Button>
          <Button variant="primary" loading={busy} disabled={!data} onClick={() => void save()}>
            {say('save')}
          </Button>
        </>
      }
    >
      {isError && <ErrorCard what={say('failed')} advice={say('failedAdvice')} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton lines={4} />}
      {data && (
        <div className={css.shareForm}>
          <p className={css.quietText}>{say('peopleLead')}</p>
          <PeopleFields
            fields={[{ id: 'people' as const, label: say('peopleFields') }]}
            lists={{ people: [] }}
            onChange={({ people }) =>
              add(people.map(({ name, address }) => ({ subject: { kind: 'person', name, address }, level: 'view' })))
            }
            isAddress={isMailAddress}
            suggest={async (keyword, signal) =>
              (await http.get('contact/list/suggest', { keyword, pageSize: 8 }, { signal, silent: true })).list.map(
                (one) => ({ ...one, why: '' }),
              )
            }
          />
          <Select
            label={say('peopleDepartment')}
            placeholder={say('choose')}
            value={undefined}
            options={[
              { value: 0, label: say('peopleEveryone') },
              ...data.departments.map(({ departmentId: value, name: label }) => ({ value, label })),
            ]}
            onChange={(departmentId) => {
              const found = data.departments.find((one) => one.departmentId === departmentId)?.name ?? ''
              const subject =
                departmentId === 0
                  ? ({ kind: 'everyone' } as const)
                  : ({ kind: 'department', departmentId, name: found } as const)
              add([{ subject, level: 'view' }])
            }}
          />
          {grants.length === 0 && <p className={css.quietText}>{say('peopleNone')}</p>}
          <ul className={css.versions} aria-label={say('people')}>
            {grants.map((grant) => (
              <li key={keyOf(grant)}>
                <Icon name={grant.subject.kind === 'person' ? 'user' : 'department'} />
                <span className={css.name}>{nameOf(grant)}</span>
                <Select
                  label={say('peopleLevel', { name: nameOf(grant) })}
                  hideLabel
                  value={grant.level}
                  options={LEVELS.map((level) => ({ value: level, label: say(`level.${level}`) }))}
                  onChange={(level) => setChanged(grants.map((one) => (one === grant ? { ...one, level } : one)))}
                />
                <IconButton
                  icon="close"
                  size="small"
                  label={say('peopleRemove', { name: nameOf(grant) })}
                  onClick={() => setChanged(grants.filter((one) => one !== grant))}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  )
}
