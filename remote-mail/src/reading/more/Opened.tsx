import type { MailDetail, MailPort } from '@yanshu/contracts'
import { lazyPart } from '@yanshu/shell-api'
import { Suspense } from 'react'
import { MutePicker } from '../../conversations/MutePicker.tsx'
import type { MailRow } from '../../mail-cache/mailCache.ts'
import { fileNameOf } from '../saveEml.ts'
import { AloudBar } from './AloudBar.tsx'
import { FindBar } from './FindBar.tsx'
import type { MoreView } from './moreEntries.ts'

const RawMail = lazyPart(() => import(/* webpackChunkName: "later-preview" */ '../raw/RawMail.tsx'))

const ReportDialog = lazyPart(() => import(/* webpackChunkName: "later-preview" */ '../report/ReportDialog.tsx'))

interface OpenedProps {
  which: MoreView
  row: MailRow
  detail: MailDetail | undefined
  port: MailPort
  onClose: () => void
}

/** What an entry of the menu has opened. */
export function Opened({ which, row, port, onClose }: OpenedProps) {
  if (which === 'find') return <FindBar key={row.mailId} port={port} onClose={onClose} />
  if (which === 'aloud') return <AloudBar key={row.mailId} port={port} onClose={onClose} />
  if (which === 'mute') return <MutePicker mailId={row.mailId} onClose={onClose} />
  return (
    <Suspense fallback={null}>
      {which === 'report' ? (
        <ReportDialog row={row} onClose={onClose} />
      ) : (
        <RawMail mailId={row.mailId} fileName={fileNameOf(row)} onClose={onClose} />
      )}
    </Suspense>
  )
}
