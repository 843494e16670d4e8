import { DOCUMENT_QUOTA_MAX_MB, type PostBody } from '@yanshu/contracts'
import { http, useFormat } from '@yanshu/shell-api'
import { queryClient, useQuery } from '@yanshu/shell-api/query'
import { Button, Dialog, EmptyState, TextField } from '@yanshu/ui'
import { type FormEvent, useDeferredValue, useId, useState } from 'react'
import css from './files.module.css'
import { useFilesWords } from './filesWords.ts'
import { Loaded } from './Loaded.tsx'
import { Person, Table } from './Table.tsx'

const PAGE = 50
const KEY = ['operations', 'files', 'usage']

type Subject = PostBody<'documents/organisation/quota/save'>['subject']

/** Whose capacity is asked for in the dialog, and what is set of it now. */
interface Edited {
  readonly subject: Subject
  readonly name: string
  readonly own: number | null
}

/** How much people keep, and what they, departments and all may keep. */
export function Usage() {
  const say = useFilesWords()
  const { bytes, count } = useFormat()
  const [typed, setTyped] = useState('')
  const [shown, setShown] = useState(PAGE)
  const [edited, setEdited] = useState<Edited | null>(null)
  const text = useDeferredValue(typed.trim())
  const query = useQuery({
    queryKey: [...KEY, text, shown],
    queryFn: async () => {
      const pages = []
      for (let offset = 0; ; offset += PAGE) {
        const page = await http.get('documents/organisation/usage', { text, offset, pageSize: PAGE }, { silent: true })
        pages.push(...page.list)
        if (!page.more || pages.length >= shown) return { ...page, list: pages }
      }
    },
    placeholderData: (before) => before,
  })
  const setOf = (own: number | null) =>
    own === null
      ? say('usage.inherited')
      : own === 0
        ? say('usage.unlimited')
        : say('usage.megabytesOf', { count: count(own) })
  const change = (one: Edited) => (
    <Button size="small" aria-label={say('usage.setNamed', { name: one.name })} onClick={() => setEdited(one)}>
      {say('usage.set')}
    </Button>
  )
  return (
    <div className={css.part}>
      <p className={css.quiet}>{say('usage.lead')}</p>
      <Loaded query={query}>
        {({ list, more, organisation, departments }) => (
          <>
            <Table
              label={say('usage.department')}
              heads={[say('usage.department'), say('usage.limit'), say('shares.act')]}
            >
              <tr>
                <th scope="row">{say('usage.organisation')}</th>
                <td>{setOf(organisation)}</td>
                <td>
                  {change({ subject: { kind: 'organisation' }, name: say('usage.organisation'), own: organisation })}
                </td>
              </tr>
              {departments.map(({ departmentId, name, own }) => (
                <tr key={departmentId}>
                  <th scope="row">{name}</th>
                  <td>{setOf(own)}</td>
                  <td>{change({ subject: { kind: 'department', departmentId }, name, own })}</td>
                </tr>
              ))}
            </Table>
            <TextField label={say('usage.search')} icon="search" clearable value={typed} onChange={setTyped} />
            {list.length === 0 ? (
              <EmptyState scene="none" title={say('usage.none')} />
            ) : (
              <Table
                label={say('part.usage')}
                heads={[
                  say('usage.person'),
                  say('usage.used'),
                  say('usage.files'),
                  say('usage.limit'),
                  say('shares.act'),
                ]}
              >
                {list.map(({ name, address, used, files, limit, own }) => (
                  <tr key={address}>
                    <Person of={{ name, address }} />
                    <td>{bytes(used)}</td>
                    <td>{count(files)}</td>
                    <td>
                      {limit === 0 ? say('usage.unlimited') : bytes(limit)}
                      {own !== null && <small>{say('usage.own')}</small>}
                    </td>
                    <td>{change({ subject: { kind: 'person', address }, name, own })}</td>
                  </tr>
                ))}
              </Table>
            )}
            {more && <Button onClick={() => setShown(shown + PAGE)}>{say('more')}</Button>}
          </>
        )}
      </Loaded>
      {edited && <QuotaDialog edited={edited} onClose={() => setEdited(null)} />}
    </div>
  )
}

/** Megabytes of what was entered: null for nothing, undefined for what is no number that may be set. */
function megabytesOf(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const value = /^\d{1,10}$/.test(text.trim()) ? Number(text) : Number.NaN
  return value <= DOCUMENT_QUOTA_MAX_MB ? value : undefined
}

function QuotaDialog({ edited: { subject, name, own }, onClose }: { edited: Edited; onClose: () => void }) {
  const say = useFilesWords()
  const form = useId()
  const [typed, setTyped] = useState(own === null ? '' : String(own))
  const [busy, setBusy] = useState(false)
  const megabytes = megabytesOf(typed)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || megabytes === undefined) return
    setBusy(true)
    try {
      await http.post('documents/organisation/quota/save', { subject, megabytes })
      void queryClient().invalidateQueries({ queryKey: KEY })
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
      title={say('usage.setNamed', { name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{say('cancel')}</Button>
          <Button variant="primary" type="submit" form={form} loading={busy} disabled={megabytes === undefined}>
            {say('save')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void save(event)} noValidate>
        <TextField
          label={say('usage.megabytes')}
          inputMode="numeric"
          value={typed}
          onChange={setTyped}
          hint={say('usage.megabytesHint')}
          error={megabytes === undefined ? say('usage.megabytesWrong') : undefined}
          data-autofocus=""
        />
      </form>
    </Dialog>
  )
}
