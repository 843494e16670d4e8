import type { MailPort } from '@yanshu/contracts'
import { lazyPart } from '@yanshu/shell-api'
import { Suspense, useEffect, useState } from 'react'
import { MutePicker } from '../../conversations/MutePicker.tsx'
import type { MailRow } from '../../mail-cache/mailCache.ts'
import type { OpenOthers } from '../readingProps.ts'
import { fileNameOf } from '../saveEml.ts'
import { AloudBar } from './AloudBar.tsx'
import { FindBar } from './FindBar.tsx'
import type { MoreView } from './moreEntries.ts'

const RawMail = lazyPart(() => import('../raw/RawMail.tsx'))

const ReportDialog = lazyPart(() => import('../report/ReportDialog.tsx'))

interface OpenedProps {
  which: MoreView
  row: MailRow
  port: MailPort
  /** Other mails that are open beside it. */
  others: OpenOthers | undefined
  onClose: () => void
}

/** What an entry of the menu has opened. */
export function Opened({ which, row, port, others, onClose }: OpenedProps) {
  if (which === 'find') {
    return others ? (
      <FindInAll key={row.mailId} port={port} others={others} onClose={onClose} />
    ) : (
      <FindBar key={row.mailId} port={port} onClose={onClose} />
    )
  }
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

/** Finds words in all mails that are open as it is opened; their texts stay until it is closed. */
function FindInAll({ port, others, onClose }: { port: MailPort; others: OpenOthers; onClose: () => void }) {
  const [search] = useState(() => others.search(port))
  useEffect(() => () => search.end(), [search])
  const isPart = search.searched < search.open
  return <FindBar port={search.port} part={isPart ? search : undefined} onClose={onClose} />
}
