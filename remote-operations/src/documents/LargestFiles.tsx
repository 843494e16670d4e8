import { http, useFormat } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { EmptyState } from '@yanshu/ui'
import css from './files.module.css'
import { useFilesWords } from './filesWords.ts'
import { Loaded } from './Loaded.tsx'
import { Person, Table } from './Table.tsx'

/** The largest files: whose they are, their names and sizes. */
export function LargestFiles() {
  const say = useFilesWords()
  const { bytes, dayTime } = useFormat()
  const query = useQuery({
    queryKey: ['operations', 'files', 'largest'],
    queryFn: () => http.get('documents/organisation/largest', {}, { silent: true }),
  })
  return (
    <div className={css.part}>
      <p className={css.quiet}>{say('largest.lead')}</p>
      <Loaded query={query}>
        {({ list }) =>
          list.length === 0 ? (
            <EmptyState scene="none" title={say('largest.none')} />
          ) : (
            <Table
              label={say('part.largest')}
              heads={[say('usage.person'), say('shares.file'), say('largest.size'), say('largest.changed')]}
            >
              {list.map(({ owner, name, size, changedAt }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no numbers, and stand in their order
                <tr key={at}>
                  <Person of={owner} />
                  <td>{name}</td>
                  <td>{bytes(size)}</td>
                  <td>{dayTime(changedAt)}</td>
                </tr>
              ))}
            </Table>
          )
        }
      </Loaded>
    </div>
  )
}
