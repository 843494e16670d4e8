import type { ApprovalDifference, ApprovalRecord } from '@yanshu/contracts'
import { http, useFormat } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, ErrorCard, Skeleton } from '@yanshu/ui'
import { useState } from 'react'
import css from './approval.module.css'
import { compareLists, compareText, type Piece } from './compareText.ts'
import { useApprovalWords } from './words.ts'

/** What was changed since the version that was decided about before. */
export function Difference({ record }: { record: ApprovalRecord }) {
  const say = useApprovalWords()
  const [open, setOpen] = useState(false)
  if (!record.mayCompare) return null
  return (
    <section className={css.part} aria-label={say('difference.title')}>
      <h3>{say('difference.title')}</h3>
      {open ? (
        <Compared recordId={record.recordId} />
      ) : (
        <p className={css.line}>
          <Button size="small" onClick={() => setOpen(true)}>
            {say('difference.show')}
          </Button>
        </p>
      )}
    </section>
  )
}

function Compared({ recordId }: { recordId: number }) {
  const say = useApprovalWords()
  const { bytes } = useFormat()
  const { data, isError, refetch } = useQuery({
    queryKey: ['approval', 'difference', recordId],
    queryFn: () => http.get('mail/main/approval/difference', { recordId }, { silent: true }),
    retry: false,
  })
  if (isError) return <ErrorCard what={say('failed')} advice={say('failedAdvice')} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={4} />
  const parts = partsOf(data, bytes).filter(({ pieces }) => pieces.some(({ kind }) => kind !== 'same'))
  if (parts.length === 0) return <p className={css.quiet}>{say('difference.none')}</p>
  return (
    <dl className={css.difference}>
      {parts.map(({ name, pieces }) => (
        <div key={name}>
          <dt>{say(`difference.${name}`)}</dt>
          <dd>
            {pieces.map((piece, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no name but their place
              <Shown key={at} piece={piece} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const SHOWN_AROUND = 60

/** What has not changed is shown where it is next to a change. */
function Shown({ piece: { kind, text } }: { piece: Piece }) {
  if (kind === 'added') return <ins>{text}</ins>
  if (kind === 'removed') return <del>{text}</del>
  const isLong = text.length > 3 * SHOWN_AROUND
  return <span>{isLong ? `${text.slice(0, SHOWN_AROUND)} … ${text.slice(-SHOWN_AROUND)}` : text}</span>
}

const partsOf = ({ before, after }: ApprovalDifference, bytes: (size: number) => string) => {
  const people = (all: readonly string[]) => all.map((text) => ({ key: text.toLowerCase(), text }))
  const files = (all: ApprovalDifference['before']['files']) =>
    all.map(({ name, size, hash }) => ({ key: `${hash} ${name}`, text: `${name}（${bytes(size)}）` }))
  return [
    { name: 'subject', pieces: compareText(before.subject, after.subject) },
    { name: 'to', pieces: compareLists(people(before.to), people(after.to)) },
    { name: 'files', pieces: compareLists(files(before.files), files(after.files)) },
    { name: 'text', pieces: compareText(before.text, after.text) },
  ] as const
}
