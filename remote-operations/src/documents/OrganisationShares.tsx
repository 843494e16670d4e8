import type { OrganisationShare } from '@yanshu/contracts'
import { http, useFormat } from '@yanshu/shell-api'
import { queryClient, useQuery } from '@yanshu/shell-api/query'
import { Button, confirm, EmptyState, notify, TextField } from '@yanshu/ui'
import { useState } from 'react'
import css from './files.module.css'
import { useFilesWords } from './filesWords.ts'
import { Loaded } from './Loaded.tsx'
import { Person, Table } from './Table.tsx'

const PAGE = 50
const KEY = ['operations', 'files', 'shares']
const again = () => void queryClient().invalidateQueries({ queryKey: KEY })

/** The links of all people or of one; each is ended at once, or all of one who has left. */
export function OrganisationShares() {
  const say = useFilesWords()
  const [typed, setTyped] = useState('')
  const [address, setAddress] = useState('')
  const [shown, setShown] = useState(PAGE)
  const query = useQuery({
    queryKey: [...KEY, address, shown],
    queryFn: async () => {
      const list: OrganisationShare[] = []
      for (;;) {
        const last = list.at(-1)
        const asked = { address, pageSize: PAGE, ...(last ? { before: last.shareId } : {}) }
        const page = await http.get('documents/organisation/shares', asked)
        list.push(...page.list)
        if (!page.more || list.length >= shown) return { list, more: page.more }
      }
    },
    placeholderData: (before) => before,
    retry: false,
  })
  const endAll = async () => {
    const yes = await confirm({
      title: say('shares.endAllTitle', { address }),
      text: say('shares.endAllText'),
      yes: say('shares.endAll'),
      no: say('cancel'),
      danger: true,
    })
    if (!yes) return
    const ended = await http.post('documents/organisation/shares/endAll', { address }).catch(() => null)
    if (ended) notify.success(say('shares.endedAll', ended))
    again()
  }
  return (
    <div className={css.part}>
      <p className={css.quiet}>{say('shares.lead')}</p>
      <form
        className={css.line}
        onSubmit={(event) => {
          event.preventDefault()
          setShown(PAGE)
          setAddress(typed.trim())
        }}
      >
        <TextField label={say('shares.address')} value={typed} onChange={setTyped} clearable />
        <Button type="submit">{say('shares.show')}</Button>
        {address !== '' && (
          <Button variant="danger" onClick={() => void endAll()}>
            {say('shares.endAll')}
          </Button>
        )}
      </form>
      <Loaded query={query}>
        {({ list, more }) =>
          list.length === 0 ? (
            <EmptyState scene="none" title={say('shares.none')} />
          ) : (
            <>
              <Table
                label={say('part.shares')}
                heads={(['owner', 'file', 'state', 'until', 'figures', 'act'] as const).map((head) =>
                  say(`shares.${head}`),
                )}
              >
                {list.map((share) => (
                  <Row key={share.shareId} share={share} />
                ))}
              </Table>
              {more && <Button onClick={() => setShown(shown + PAGE)}>{say('more')}</Button>}
            </>
          )
        }
      </Loaded>
    </div>
  )
}

function Row({ share }: { share: OrganisationShare }) {
  const say = useFilesWords()
  const { dayTime } = useFormat()
  const { shareId, owner, name, state, expiresAt, visits, count, downloads } = share
  const end = async () => {
    const yes = await confirm({
      title: say('shares.endTitle', { name }),
      text: say('shares.endText'),
      yes: say('shares.end'),
      no: say('cancel'),
      danger: true,
    })
    if (!yes) return
    await http.post('documents/organisation/shares/end', { shareId }).catch(() => undefined)
    again()
  }
  return (
    <tr>
      <Person of={owner} />
      <td>{name}</td>
      <td>{say(`shares.states.${state}`)}</td>
      <td>{dayTime(expiresAt)}</td>
      <td>{say('shares.facts', { visits, count, downloads })}</td>
      <td>
        {state !== 'cancelled' && (
          <Button size="small" aria-label={say('shares.endNamed', { name })} onClick={() => void end()}>
            {say('shares.end')}
          </Button>
        )}
      </td>
    </tr>
  )
}
