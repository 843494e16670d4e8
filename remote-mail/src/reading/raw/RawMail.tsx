import { previewCss as css, usePreviewWords } from '@yanshu/files/preview'
import { http } from '@yanshu/shell-api'
import { Button, Dialog, ErrorCard, Segmented, Skeleton } from '@yanshu/ui'
import { useEffect, useMemo, useState } from 'react'
import { useMailT } from '../../mailbox/useMailbox.ts'
import { firstBytes } from '../firstBytes.ts'
import { HeaderFields, MailWay } from './MailWay.tsx'
import { fieldsOf } from './mailWay.ts'
import own from './raw.module.css'
import { usePlainText } from './usePlainText.ts'
import { useRawT } from './words.ts'

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
  const t = useMailT()
  const say = usePreviewWords()
  const sayRaw = useRawT()
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
      title={sayRaw('title')}
      onClose={onClose}
      className={css.dialog}
      footer={
        <Button
          icon="download"
          onClick={() => void http.download(`file/mail/${mailId}`, fileName).catch(() => undefined)}
        >
          {t('action.saveEml')}
        </Button>
      }
    >
      {failed ? (
        <ErrorCard what={say('failed')} advice={say('failedAdvice')} />
      ) : text === null ? (
        <Skeleton lines={8} />
      ) : (
        <>
          <Segmented
            label={sayRaw('view')}
            hideLabel
            value={view}
            options={VIEWS.map((value) => ({ value, label: sayRaw(value) }))}
            onChange={setView}
            className={own.views}
          />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard */}
          <section className={css.text} tabIndex={0} aria-label={sayRaw(view)}>
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
