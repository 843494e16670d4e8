import type { Folder, FolderSender } from '@yanshu/contracts'
import { showDialog } from '@yanshu/files/dialog'
import { folders, http, useFormat } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Avatar, Button, Dialog, ErrorCard, Menu, Skeleton } from '@yanshu/ui'
import { useRef, useState } from 'react'
import type { Arranging } from '../list-view/listProps.ts'
import { nameOf, sweep } from '../subscriptions/sweep.ts'
import { arrangementOf, onlyText } from './arrangement.ts'
import css from './triage.module.css'
import { useTriageWords } from './words.ts'

/** Days after which mail of a sender is old enough to be cleared. */
const SWEEPS = [30, 90, 365] as const

/** Who wrote the mails of a folder, and what can be done with all mails of one of them. */
export async function showSenders(folder: Folder, { order, only, onOnly }: Arranging): Promise<void> {
  const sender = await showDialog<string | null>(null, (done) => (
    <SendersDialog folder={folder} onSender={done} onClose={() => done(null)} />
  ))
  if (sender !== null) onOnly(onlyText({ ...arrangementOf(order, only), sender }))
}

interface SendersDialogProps {
  folder: Folder
  /** Shows the mails of this address alone. */
  onSender: (address: string) => void
  onClose: () => void
}

function SendersDialog({ folder, onSender, onClose }: SendersDialogProps) {
  const say = useTriageWords()
  const { folderId } = folder
  const { data, isError, refetch } = useQuery({
    queryKey: ['folder-senders', folderId],
    queryFn: ({ signal }) => http.get('mail/email/mailbox/senders', { mailboxId: folderId }, { signal, silent: true }),
  })
  return (
    <Dialog
      open
      wide
      light
      title={say('sendersOf', { name: folders.tree().nameOf(folder) })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{say('close')}</Button>}
    >
      {!data && !isError && <Skeleton lines={6} />}
      {isError && !data && (
        <ErrorCard what={say('failed')} advice={say('failedAdvice')} onRetry={() => void refetch()} />
      )}
      {data && data.total > data.list.length && (
        <p className={css.found}>{say('most', { shown: data.list.length, count: data.total })}</p>
      )}
      {data?.list.length === 0 && <p>{say('noSenders')}</p>}
      <ul className={css.senders}>
        {data?.list.map((sender) => (
          <SenderRow
            key={sender.address}
            sender={sender}
            folderId={folderId}
            onShow={() => onSender(sender.address)}
            onChange={() => void refetch()}
          />
        ))}
      </ul>
    </Dialog>
  )
}

interface SenderRowProps {
  sender: FolderSender
  folderId: number
  onShow: () => void
  /** Mails of the sender have gone. */
  onChange: () => void
}

function SenderRow({ sender, folderId, onShow, onChange }: SenderRowProps) {
  const say = useTriageWords()
  const format = useFormat()
  const button = useRef<HTMLButtonElement>(null)
  const [choosing, setChoosing] = useState(false)
  const [busy, setBusy] = useState(false)
  const name = nameOf(sender)
  const clear = async (days: number) => {
    setBusy(true)
    // A failure has been shown.
    await sweep(sender, days, folderId).catch(() => undefined)
    setBusy(false)
    onChange()
  }
  const facts = [
    say('count', { count: sender.count }),
    ...(sender.unread > 0 ? [say('unread', { count: sender.unread })] : []),
    format.bytes(sender.bytes),
    say('latest', { time: format.mailTime(sender.latest) }),
  ]
  return (
    <li className={css.sender}>
      <Avatar name={name} address={sender.address} size={32} />
      <div className={css.who}>
        <strong>{name}</strong>
        {sender.name && <span className={css.found}>{sender.address}</span>}
        <span className={css.facts}>{facts.join(' · ')}</span>
      </div>
      <Button size="small" aria-label={say('showOf', { name })} onClick={onShow}>
        {say('show')}
      </Button>
      <Button
        ref={button}
        size="small"
        variant="text"
        disabled={busy}
        aria-haspopup="menu"
        aria-label={say('sweepOf', { name })}
        onClick={() => setChoosing(true)}
      >
        {say('sweep')}
      </Button>
      <Menu
        open={choosing}
        anchor={button}
        label={say('sweepOf', { name })}
        items={
          choosing
            ? SWEEPS.map((days) => ({ id: `${days}`, label: say('older', { days }), onSelect: () => void clear(days) }))
            : []
        }
        onClose={() => setChoosing(false)}
      />
    </li>
  )
}
