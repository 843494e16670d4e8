import type { ViewProps } from '@yanshu/contracts'
import { mountMail } from '@yanshu/mail-html'
import { useShortcuts } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, ErrorCard, Skeleton, VisuallyHidden } from '@yanshu/ui'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useParser } from '../reading/parser.ts'
import { fitToPaper } from './fitToPaper.ts'
import css from './PrintPage.module.css'
import { paperOf } from './paper.ts'
import { type PaperMails, PRINTED_MAX, readMails, showsPictures } from './paperMails.ts'
import { printPaper, viewOfPaper } from './printMails.ts'
import { usePrintWords } from './words.ts'

/** The numbers of an address `/print/{boxId}/{id}`, of which the last part names one mail or several, joined by commas. */
function idsOf(text: string | undefined): readonly number[] | null {
  const ids = [...new Set((text ?? '').split(','))].map(Number)
  return ids.every((id) => Number.isSafeInteger(id) && id > 0) ? ids : null
}

/** `/print/{boxId}/{id}`: mails as sheets of paper, of the person who is logged in. */
export default function PrintPage({ params, active }: ViewProps) {
  const say = usePrintWords()
  const ids = useMemo(() => idsOf(params.id), [params.id])
  const many = ids !== null && ids.length > PRINTED_MAX
  const { data, isError, refetch } = useQuery({
    queryKey: ['print', params.id],
    queryFn: async ({ signal }): Promise<PaperMails> => ({
      mails: await readMails(ids ?? [], signal),
      apart: true,
      note: '',
    }),
    enabled: ids !== null && !many,
    retry: false,
  })
  const only = data?.mails.length === 1 ? data.mails[0] : undefined
  if (!ids || many) {
    return (
      <div className={css.page}>
        <ErrorCard what={say(many ? 'tooMany' : 'wrongAddress', { count: PRINTED_MAX })} />
      </div>
    )
  }
  if (isError || (only && 'failed' in only)) {
    const why = only && 'failed' in only ? only.failed : say('unknown')
    return (
      <div className={css.page}>
        <ErrorCard what={say('notPrepared', { why })} onRetry={() => void refetch()} />
      </div>
    )
  }
  return <div className={css.page}>{data ? <Sheets paper={data} active={active} /> : <Skeleton lines={12} />}</div>
}

function titleOf({ mails: [first] }: PaperMails, otherwise: string): string {
  return (first && 'detail' in first && first.detail.subject) || otherwise
}

function Sheets({ paper, active }: { paper: PaperMails; active: boolean }) {
  const say = usePrintWords()
  const parser = useParser()
  const [allowRemote, setAllowRemote] = useState(false)
  const title = titleOf(paper, say('noSubject'))
  useEffect(() => {
    const before = document.title
    document.title = title
    return () => {
      document.title = before
    }
  }, [title])
  const allows = allowRemote ? () => true : showsPictures
  // biome-ignore lint/correctness/useExhaustiveDependencies: `allows` follows from `allowRemote`
  const rendered = useMemo(() => parser && paperOf(paper, allows, parser), [parser, paper, allowRemote])
  const print = () => void printPaper(paper, title, allows)
  useShortcuts([{ keys: 'Mod+P', label: say('print'), group: say('print'), allowInInput: true, run: print }], active)
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const { current } = frame
    if (!current || !rendered) return
    const mail = mountMail(current, rendered, viewOfPaper(), {
      onHeight: () => current.contentDocument && fitToPaper(current.contentDocument),
    })
    return () => mail.dispose()
  }, [rendered])
  return (
    <>
      <div className={css.bar}>
        <h1>
          <VisuallyHidden>{title}</VisuallyHidden>
        </h1>
        <Button variant="primary" icon="print" onClick={print}>
          {say('print')}
        </Button>
        {rendered && rendered.heldImages.count > 0 && (
          <Button icon="image" onClick={() => setAllowRemote(true)}>
            {say('showImages')}
          </Button>
        )}
      </div>
      <article className={css.sheet} aria-label={title}>
        <iframe ref={frame} className={css.frame} title={title} hidden={!rendered} />
      </article>
    </>
  )
}
