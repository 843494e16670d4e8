import type { MailDetail } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, Skeleton } from '@yanshu/ui'
import { useEffect, useMemo, useState } from 'react'
import { sentenceOf } from '../crypto/fetchCms.ts'
import { UnlockDialog } from '../dialogs/UnlockDialog.tsx'
import css from '../keys.module.css'
import { askKeys, readOpenKeys, useOpenKeys } from '../open/keyring.ts'
import { noteOpened } from '../search/openedIndex.ts'
import { useWords } from '../useWords.ts'
import { noteEncrypted } from '../writing/wish.ts'
import type { MailFacts } from './describeMail.ts'
import { FactsList } from './FactsList.tsx'
import { KeepCertificate } from './KeepCertificate.tsx'
import { OpenedView } from './OpenedView.tsx'
import { openContent } from './openContent.ts'
import { LONG_MAIL, type MailSource, type Opening, TooLargeError, useProtectedMail } from './useProtectedMail.ts'

export interface ProtectedMailProps {
  mail: MailDetail
}

/** The bytes of a mail, as it came. */
async function loadMail(mailId: number, signal: AbortSignal, onRead: (percent: number) => void): Promise<Blob> {
  const response = await fetch(http.fileUrl(`file/mail/${mailId}`), { signal })
  if (!response.ok) throw new Error(`the mail was answered with ${response.status}`)
  const size = Number(response.headers.get('content-length') ?? 0)
  return size > LONG_MAIL && response.body ? new Response(counted(response.body, size, onRead)).blob() : response.blob()
}

/** The same bytes; each percent of them is reported once. */
function counted(body: ReadableStream<Uint8Array<ArrayBuffer>>, size: number, onRead: (percent: number) => void) {
  let [read, percent] = [0, -1]
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, control) {
      read += chunk.length
      control.enqueue(chunk)
      const now = Math.min(100, Math.floor((100 * read) / size))
      if (now > percent) onRead(now)
      percent = now
    },
  })
  return body.pipeThrough(counter)
}

/** What protects a mail and who signed it; an encrypted one is opened in place, after the PIN was asked for. */
export default function ProtectedMail({ mail }: ProtectedMailProps) {
  const say = useWords()
  const { mailId, subject } = mail
  const from = mail.from?.address ?? ''
  const receivedAt = mail.date
  const source = useMemo<MailSource>(
    () => ({ name: subject, from, receivedAt, load: (signal, onRead) => loadMail(mailId, signal, onRead) }),
    [mailId, subject, from, receivedAt],
  )
  const { read, problem, opening } = useProtectedMail(source)
  const isEncrypted = read?.facts ? isSealed(read.facts) : null
  useEffect(() => {
    if (isEncrypted !== null) noteEncrypted(mailId, isEncrypted)
  }, [mailId, isEncrypted])
  useEffect(() => {
    const vault = readOpenKeys()?.vault
    const content = read?.facts?.content
    if (!read || !content || !isEncrypted || !vault) return
    const { texts, subject: hidden } = openContent(read.cms, content)
    const text = texts.map((one) => one.text).join('\n')
    // Without it a search finds less; the mail itself is shown.
    noteOpened(vault, mailId, { subject: hidden ?? subject, from, date: receivedAt, text }).catch(() => undefined)
  }, [read, isEncrypted, mailId, subject, from, receivedAt])
  if (problem) {
    return (
      <section className={css.card} aria-label={say('reading.label')}>
        <p className={css.problem}>{problem instanceof TooLargeError ? say('try.large') : sentenceOf(problem, say)}</p>
      </section>
    )
  }
  if (!read) return opening ? <OpeningLine opening={opening} /> : <Skeleton lines={1} />
  const { facts } = read
  if (!facts) return null
  const { content } = facts
  return (
    <section className={css.card} aria-label={say('reading.label')}>
      <FactsList facts={facts} />
      <KeepCertificate facts={facts} from={from} />
      {facts.failure === 'not-a-recipient' && <OpenKeysButton />}
      {content && isEncrypted && <OpenedView cms={read.cms} mail={read.mail} content={content} name={subject} />}
    </section>
  )
}

/** How far a long mail is. The steps are announced, and not each percent. */
function OpeningLine({ opening }: { opening: NonNullable<Opening> }) {
  const say = useWords()
  return (
    <p className={css.progress}>
      <span role="status">{say(`reading.${opening.step}`)}</span>
      {opening.step === 'loading' && <span aria-hidden="true">{` ${opening.percent}%`}</span>}
    </p>
  )
}

/** Whether a mail came encrypted, also when it did not open. */
const isSealed = ({ layers, failure }: MailFacts): boolean =>
  layers.some(({ kind }) => kind === 'encrypted') || failure === 'not-a-recipient' || failure === 'not-decrypted'

/** Asks for the PIN where keys may open the mail. */
export function OpenKeysButton() {
  const say = useWords()
  const open = useOpenKeys()
  const [asking, setAsking] = useState(false)
  const { data } = useQuery({ queryKey: ['keys', 'list'], queryFn: () => askKeys(), retry: false })
  if (open || !data?.pin) return null
  const close = () => setAsking(false)
  return (
    <div className={css.actions}>
      <Button icon="lock" variant="primary" onClick={() => setAsking(true)}>
        {say('intro.unlock')}
      </Button>
      {asking && <UnlockDialog smsOffered={data.smsOffered} onOpened={close} onClose={close} />}
    </div>
  )
}
