import type { ViewProps } from '@yanshu/contracts'
import { ErrorCard } from '@yanshu/ui'
import { useEffect, useState } from 'react'
import css from './approval.module.css'
import { type Asked, RecordPane } from './RecordPane.tsx'
import { useRecord } from './useRecords.ts'
import { useApprovalWords } from './words.ts'

/** `appreply/{boxId}/{id}/{createTime}/{state}/{recordState}`: a mail that needs approval in a tab of its own (§2). */
export function RecordTab({ params, tab, active }: ViewProps) {
  const say = useApprovalWords()
  const recordId = Number(params.id)
  const isNumber = Number.isSafeInteger(recordId) && recordId > 0
  return isNumber ? (
    <Shown recordId={recordId} active={active} linked={params.recordState ?? ''} onTitle={tab.setTitle} />
  ) : (
    <div className={css.pane}>
      <ErrorCard what={say('gone')} />
    </div>
  )
}

interface ShownProps {
  recordId: number
  active: boolean
  /** The state of the record when the link was made. */
  linked: string
  onTitle: (title: string) => void
}

function Shown({ recordId, active, linked, onTitle }: ShownProps) {
  const say = useApprovalWords()
  const [asked, setAsked] = useState<Asked | null>(null)
  const { data } = useRecord(recordId)
  const subject = data?.subject
  useEffect(() => {
    if (subject) onTitle(subject)
  }, [subject, onTitle])
  const isLate = linked === 'pending' && data !== undefined && data.state !== 'pending'
  return (
    <div className={css.tab}>
      {isLate && (
        <p className={css.notice} role="status">
          {say('closed')}
        </p>
      )}
      <RecordPane recordId={recordId} active={active} alone asked={asked} onAsk={setAsked} />
    </div>
  )
}
