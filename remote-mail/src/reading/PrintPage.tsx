import type { MailDetail, ViewProps } from '@yanshu/contracts'
import { renderMailHtml } from '@yanshu/mail-html'
import { http } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, ErrorCard, Skeleton, VisuallyHidden } from '@yanshu/ui'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useMailT } from '../mailbox/useMailbox.ts'
import { MailFrame, picturesOf } from './MailBody.tsx'
import css from './PrintPage.module.css'
import { useParser } from './parser.ts'
import { printMail, printSource } from './printMail.ts'

/** `/print/{boxId}/{id}`: one mail as a sheet of paper, of the person who is logged in. */
export default function PrintPage({ params }: ViewProps) {
  const t = useMailT()
  const mailId = Number(params.id)
  const isNumber = Number.isSafeInteger(mailId) && mailId > 0
  const { data, isError, refetch } = useQuery({
    queryKey: ['print', mailId],
    queryFn: () => http.post('mail/email/detail', { mailId }, { silent: true }),
    enabled: isNumber,
    retry: false,
  })
  if (isError || !isNumber) {
    return (
      <div className={css.page}>
        <ErrorCard what={t('reading.failed')} onRetry={() => void refetch()} />
      </div>
    )
  }
  return <div className={css.page}>{data ? <Sheet detail={data} /> : <Skeleton lines={12} />}</div>
}

function Sheet({ detail }: { detail: MailDetail }) {
  const t = useMailT()
  const parser = useParser()
  const frame = useRef<HTMLIFrameElement>(null)
  const [allowRemote, setAllowRemote] = useState(false)
  useEffect(() => {
    const before = document.title
    document.title = detail.subject
    return () => {
      document.title = before
    }
  }, [detail])
  const rendered = useMemo(
    () =>
      parser &&
      renderMailHtml(printSource(detail), {
        mode: 'print',
        window: parser,
        allowRemote,
        cid: picturesOf(detail),
        remoteImageUrl: (url) => http.fileUrl('file/remoteImage', { url }),
      }),
    [parser, detail, allowRemote],
  )
  return (
    <>
      <div className={css.bar}>
        <h1>
          <VisuallyHidden>{detail.subject || t('row.noSubject')}</VisuallyHidden>
        </h1>
        <Button variant="primary" icon="print" onClick={() => void printMail(detail, allowRemote)}>
          {t('action.print')}
        </Button>
        {rendered && rendered.heldImages.count > 0 && (
          <Button icon="image" onClick={() => setAllowRemote(true)}>
            {t('images.show')}
          </Button>
        )}
      </div>
      <article className={css.sheet} aria-label={detail.subject}>
        <MailFrame frame={frame} rendered={rendered} dark={false} title={detail.subject} />
      </article>
    </>
  )
}
