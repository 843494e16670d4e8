import type { MisuseReport } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { queryClient, useQuery } from '@yanshu/shell-api/query'
import { Button, EmptyState, ErrorCard, Segmented, Skeleton } from '@yanshu/ui'
import page from '@yanshu/ui/settingsPage.module.css'
import { useState } from 'react'
import layout from '../layout/page.module.css'
import { CloseDialog } from './CloseDialog.tsx'
import css from './misuse.module.css'
import { ReportCard } from './ReportCard.tsx'
import { useMisuseWords } from './words.ts'

const KEY = ['operations', 'misuse']
const STATES = ['open', 'closed'] as const
type State = (typeof STATES)[number]

/** The first pages of the reports of one state. */
async function readPages(state: State, pages: number): Promise<{ list: MisuseReport[]; more: boolean }> {
  const list: MisuseReport[] = []
  for (let page = 1; ; page++) {
    const last = list.at(-1)
    const part = await http.get(
      'misuse/reports',
      { state, ...(last ? { before: last.reportId } : {}) },
      { silent: true },
    )
    list.push(...part.list)
    if (!part.more || page >= pages) return { list, more: part.more }
  }
}

/** `/reportedmail`: mails that people have reported, for administrators. */
export default function ReportsPage() {
  const say = useMisuseWords()
  const [state, setState] = useState<State>('open')
  const [pages, setPages] = useState(1)
  const [closing, setClosing] = useState<MisuseReport | null>(null)
  const { data, isError, refetch } = useQuery({
    queryKey: [...KEY, state, pages],
    queryFn: () => readPages(state, pages),
  })
  const again = () => void queryClient().invalidateQueries({ queryKey: KEY })
  return (
    <div className={layout.page}>
      <header className={page.head}>
        <h1>{say('title')}</h1>
      </header>
      <p className={css.quiet}>{say('lead')}</p>
      <Segmented
        label={say('states')}
        hideLabel
        value={state}
        onChange={(next) => {
          setState(next)
          setPages(1)
        }}
        options={STATES.map((value) => ({ value, label: say(`state.${value}`) }))}
      />
      {isError && !data && (
        <ErrorCard what={say('failed')} advice={say('failedAdvice')} onRetry={() => void refetch()} />
      )}
      {!data && !isError && <Skeleton lines={6} />}
      {data?.list.length === 0 && <EmptyState scene="none" title={say(`none.${state}`)} />}
      {data && data.list.length > 0 && (
        <ul className={css.list}>
          {data.list.map((report) => (
            <ReportCard
              key={report.reportId}
              report={report}
              onClose={() => setClosing(report)}
              onOpen={() =>
                void http
                  .post('misuse/open', { reportId: report.reportId })
                  .then(again)
                  .catch(() => undefined)
              }
            />
          ))}
        </ul>
      )}
      {data?.more && (
        <span>
          <Button onClick={() => setPages(pages + 1)}>{say('more')}</Button>
        </span>
      )}
      {closing && (
        <CloseDialog
          report={closing}
          onClose={() => {
            setClosing(null)
            again()
          }}
        />
      )}
    </div>
  )
}
