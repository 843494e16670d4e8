import { previewCss as css, usePreviewWords } from '@yanshu/files/preview'
import { http } from '@yanshu/shell-api'
import { Button, Dialog, ErrorCard, Segmented, Skeleton } from '@yanshu/ui'
import { useEffect, useMemo, useState } from 'react'
import { useWords } from '../../mailbox/useMailbox.ts'
import { firstBytes } from '../firstBytes.ts'
import { HeaderFields, MailWay } from './MailWay.tsx'
import { fieldsOf } from './mailWay.ts'
import own from './raw.module.css'
import { usePlainText } from './usePlainText.ts'
import { useRawWords } from './words.ts'

/** Bytes shown; the rest of a long mail is the encoded attachments. */
const MOST_BYTES = 300_000

const VIEWS = ['way', 'plain', 'fields', 'source'] as const

/**
 * The mail as it came: the servers it came by, its text alone, its header field by field, and the source letter by letter.
 */
export default function RawMail({
  mailId,
  fileName,
  onClose,
}: {
  mailId: number
  fileName: string
  onClose: () => void
}) {
  const sayMail = useWords()
  const sayPreview = usePreviewWords()
  const say = useRawWords()
  const [view, setView] = useState<(typeof VIEWS)[number]>('way')
  const [text, setText] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const control = new AbortController()
    fetch(http.fileUrl(`file/mail/${mailId}`), { signal: control.signal })
      .then((response) => firstBytes(response, MOST_BYTES))
      .then(({ bytes, whole }) => {
        const shown = new TextDecoder().decode(bytes)
        setText(whole ? shown : `${shown}\n…`)
      })
      .catch(() => {
        if (!control.signal.aborted) setFailed(true)
      })
    return () => control.abort()
  }, [mailId])
  const plain = usePlainText(view === 'plain' ? mailId : null)
  const fields = useMemo(() => fieldsOf(text ?? ''), [text])
  return (
    <Dialog
      open
      light
      wide
      title={say('title')}
      onClose={onClose}
      className={css.dialog}
      footer={
        <Button
          icon="download"
          onClick={() => void http.download(`file/mail/${mailId}`, fileName).catch(() => undefined)}
        >
          {sayMail('action.saveEml')}
        </Button>
      }
    >
      {failed ? (
        <ErrorCard what={sayPreview('failed')} advice={sayPreview('failedAdvice')} />
      ) : text === null ? (
        <Skeleton lines={8} />
      ) : (
        <>
          <Segmented
            label={say('view')}
            hideLabel
            value={view}
            options={VIEWS.map((value) => ({ value, label: say(value) }))}
            onChange={setView}
            className={own.views}
          />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard */}
          <section className={css.text} tabIndex={0} aria-label={say(view)}>
            {view === 'way' && <MailWay fields={fields} />}
            {view === 'fields' && <HeaderFields fields={fields} />}
            {view === 'plain' &&
              (plain === undefined ? <Skeleton lines={8} /> : <pre className={own.plain}>{plain}</pre>)}
            {view === 'source' && <pre>{text}</pre>}
          </section>
        </>
      )}
    </Dialog>
  )
}
