import { useItem } from '@yanshu/lists/view'
import { useFormat } from '@yanshu/shell-api'
import { Checkbox, type RowState } from '@yanshu/ui'
import css from './approval.module.css'
import { SendTime, TimeLeft } from './RecordPane.tsx'
import { records, type Side } from './recordKind.ts'
import { StateChip } from './StateChip.tsx'
import { useApprovalWords, useSentence } from './words.ts'

interface RecordRowProps {
  id: number
  side: Side
  state: RowState
}

/** One mail of a list: whose it is, what it is about, where it stands and why it is here. */
export function RecordRow({ id, side, state: { selected, toggle } }: RecordRowProps) {
  const say = useApprovalWords()
  const sentence = useSentence()
  const { mailTime, people } = useFormat()
  const row = useItem(records().cache, id)
  if (!row) return null
  const subject = row.subject || say('noSubject')
  const isDesk = side === 'desk'
  const waits = row.state === 'pending' && !isDesk ? say('waitsFor', { names: people(row.waitsFor) }) : ''
  return (
    <div className={css.row}>
      {isDesk && (
        <Checkbox
          hideLabel
          label={say('mark', { subject })}
          checked={selected}
          disabled={!row.mine}
          onChange={() => toggle()}
        />
      )}
      <div className={css.facts}>
        <span className={css.rowLine}>
          <strong data-new={row.mine ? '' : undefined}>
            {isDesk ? row.applicant.name || row.applicant.address : subject}
          </strong>
          <time className={css.quiet}>{mailTime(row.createdAt)}</time>
        </span>
        <span className={css.rowLine}>
          <span className={css.cut}>{isDesk ? subject : waits || sentence(row.why)}</span>
        </span>
        <span className={`${css.rowLine} ${css.quiet}`}>
          <StateChip state={row.state} />
          <TimeLeft minutes={row.minutesLeft} />
          <SendTime item={row} />
          <span className={css.cut}>{isDesk || waits !== '' ? sentence(row.why) : ''}</span>
        </span>
      </div>
    </div>
  )
}
