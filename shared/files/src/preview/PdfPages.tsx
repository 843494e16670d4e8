import { http, useShortcuts } from '@yanshu/shell-api'
import { Button, IconButton, Skeleton, TextField } from '@yanshu/ui'
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import css from './Preview.module.css'
import { bytesOf, newsOf, openLink, type PdfNews, type PdfOrder, partAddress } from './pdfFrame.ts'
import type { PreviewedFile } from './previewedFile.ts'
import { useWords } from './words.ts'

/** Longer files are shown by the browser alone, which reads them in parts. */
const SIZE_MAX = 100 * 1_024 * 1_024
/** Within this the frame has to answer; the browser shows the file itself where it does not. */
const READY_MS = 15_000
/** Within this the file has to be open. One that needs more time is given up with its frame. */
const OPEN_MS = 60_000
/** Tables, fonts and decoders that one file may ask for. */
const GIVEN_MAX = 400
const ZOOM = 1.25

interface PdfPagesProps {
  file: PreviewedFile
  /** Where the page that shows it lies, as the server has answered. */
  viewer: string
  onClose: () => void
  onStep: (by: number) => void
  onFailed: () => void
}

type Found = Pick<Extract<PdfNews, { kind: 'found' }>, 'count' | 'at' | 'isDone'>
type Stage = 'loading' | 'password' | 'wrongPassword' | 'opened' | 'browser'

/** A PDF file by its pages, with its text to select and to search. It is read in a frame that has no origin. */
export function PdfPages({ file, viewer, onClose, onStep, onFailed }: PdfPagesProps) {
  const say = useWords()
  const frame = useRef<HTMLIFrameElement>(null)
  const sought = useRef<HTMLInputElement>(null)
  const [stage, setStage] = useState<Stage>(file.size > SIZE_MAX ? 'browser' : 'loading')
  const [pages, setPages] = useState(0)
  const [page, setPage] = useState(1)
  const [found, setFound] = useState<Found | null>(null)
  const order = (what: PdfOrder, moved: Transferable[] = []) =>
    frame.current?.contentWindow?.postMessage(what, '*', moved)
  const go = (to: number) => order({ kind: 'go', page: to })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the frame lives as long as the file is shown
  useEffect(() => {
    if (stage === 'browser') return
    const control = new AbortController()
    const { signal } = control
    const content = bytesOf(file.address, signal)
    let waiting = window.setTimeout(() => setStage('browser'), READY_MS)
    const stop = () => window.clearTimeout(waiting)
    let isBegun = false
    let given = 0
    const begin = async () => {
      if (isBegun) return
      isBegun = true
      stop()
      const bytes = await content
      if (signal.aborted) return
      if (!bytes) return onFailed()
      waiting = window.setTimeout(onFailed, OPEN_MS)
      const language = document.documentElement.lang
      const dark = getComputedStyle(document.documentElement).colorScheme === 'dark'
      order({ kind: 'open', bytes, label: say('pageNamed', { page: '{page}' }), language, dark }, [bytes])
    }
    const give = async (name: string) => {
      given += 1
      if (given > GIVEN_MAX) return
      const bytes = await bytesOf(partAddress(viewer, name), signal)
      if (!signal.aborted) order({ kind: 'data', name, bytes }, bytes ? [bytes] : [])
    }
    const listen = ({ source, data }: MessageEvent) => {
      const news = source === frame.current?.contentWindow ? newsOf(data) : null
      switch (news?.kind) {
        case 'ready':
          return void begin()
        case 'need':
          return void give(news.name)
        case 'password':
          stop()
          return setStage(news.isWrong ? 'wrongPassword' : 'password')
        case 'opened':
          stop()
          setPages(news.pages)
          if (file.sought) order({ kind: 'find', text: file.sought.words })
          return setStage('opened')
        case 'page':
          return setPage(news.page)
        case 'found':
          return setFound(news)
        case 'failed':
          return onFailed()
        case 'link':
          return openLink(news.url)
        case 'key':
          if (news.key === 'find') sought.current?.focus()
          else if (news.key === 'Escape') onClose()
          else onStep(news.key === 'ArrowRight' ? 1 : -1)
      }
    }
    window.addEventListener('message', listen)
    return () => {
      stop()
      control.abort()
      window.removeEventListener('message', listen)
    }
  }, [])

  const group = say('group')
  useShortcuts(
    [
      { keys: 'PageDown', label: say('nextPage'), group, allowInInput: true, run: () => go(page + 1) },
      { keys: 'PageUp', label: say('previousPage'), group, allowInInput: true, run: () => go(page - 1) },
    ],
    stage === 'opened',
  )

  if (stage === 'browser')
    return <iframe className={css.document} src={`${file.address}#view=FitH`} title={file.name} />
  return (
    <div className={css.pdf}>
      {stage === 'opened' && (
        <div className={css.pdfBar} role="toolbar" aria-label={say('pdfTools')}>
          <Paging page={page} pages={pages} onGo={go} />
          <IconButton icon="minus" label={say('zoomOut')} onClick={() => order({ kind: 'zoom', by: 1 / ZOOM })} />
          <IconButton icon="plus" label={say('zoomIn')} onClick={() => order({ kind: 'zoom', by: ZOOM })} />
          <Button size="small" variant="text" onClick={() => order({ kind: 'zoom', by: 0 })}>
            {say('fitWidth')}
          </Button>
          <Finding
            field={sought}
            begun={file.sought?.words ?? ''}
            found={found}
            onFind={(text) => order({ kind: 'find', text })}
            onStep={(by) => order({ kind: 'step', by })}
          />
        </div>
      )}
      {stage === 'loading' && <Skeleton lines={6} />}
      {(stage === 'password' || stage === 'wrongPassword') && (
        <Password
          isWrong={stage === 'wrongPassword'}
          onEntered={(text) => {
            setStage('loading')
            order({ kind: 'password', text })
          }}
        />
      )}
      <iframe
        ref={frame}
        className={css.document}
        hidden={stage !== 'opened'}
        sandbox="allow-scripts"
        src={http.fileUrl(`file/${viewer.replace(/^file\//, '')}`)}
        title={say('content', { name: file.name })}
      />
    </div>
  )
}

/** Keys of a field, which must not go to the next file. */
const keepKeys = (event: KeyboardEvent) => {
  if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') event.stopPropagation()
}

interface PagingProps {
  page: number
  pages: number
  onGo: (page: number) => void
}

function Paging({ page, pages, onGo }: PagingProps) {
  const say = useWords()
  const [typed, setTyped] = useState<string | null>(null)
  const go = (event?: FormEvent) => {
    event?.preventDefault()
    if (typed !== null && /^\d{1,5}$/.test(typed)) onGo(Math.min(pages, Math.max(1, Number(typed))))
    setTyped(null)
  }
  return (
    <form className={css.paging} onSubmit={go}>
      <IconButton icon="chevron-left" label={say('previousPage')} disabled={page <= 1} onClick={() => onGo(page - 1)} />
      <TextField
        label={say('pageNumber')}
        hideLabel
        inputMode="numeric"
        className={css.pageField}
        value={typed ?? `${page}`}
        onChange={setTyped}
        onBlur={() => go()}
        onKeyDown={keepKeys}
      />
      <span className={css.facts}>/ {pages}</span>
      <IconButton
        icon="chevron-right"
        label={say('nextPage')}
        disabled={page >= pages}
        onClick={() => onGo(page + 1)}
      />
    </form>
  )
}

interface FindingProps {
  field: RefObject<HTMLInputElement | null>
  /** What is searched for already. */
  begun: string
  found: Found | null
  onFind: (text: string) => void
  onStep: (by: 1 | -1) => void
}

/** Searches with the Enter key, and again for the next place; with Shift for the one before. */
function Finding({ field, begun, found, onFind, onStep }: FindingProps) {
  const say = useWords()
  const [text, setText] = useState(begun)
  const [asked, setAsked] = useState(begun)
  const find = (by: 1 | -1) => {
    if (text.trim() === asked && found && found.count > 0) return onStep(by)
    setAsked(text.trim())
    onFind(text.trim())
  }
  return (
    <form
      className={css.paging}
      onSubmit={(event) => {
        event.preventDefault()
        find(1)
      }}
    >
      <TextField
        ref={field}
        label={say('find')}
        hideLabel
        icon="search"
        placeholder={say('find')}
        className={css.findField}
        value={text}
        onChange={setText}
        onKeyDown={(event) => {
          keepKeys(event)
          if (event.key !== 'Enter' || !event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          find(-1)
        }}
      />
      {asked !== '' && found && (
        <>
          <span className={css.facts} role="status">
            {found.count > 0
              ? say('found', { at: found.at, count: found.count })
              : say(found.isDone ? 'notFound' : 'finding')}
          </span>
          <IconButton icon="chevron-left" label={say('findPrevious')} onClick={() => onStep(-1)} />
          <IconButton icon="chevron-right" label={say('findNext')} onClick={() => onStep(1)} />
        </>
      )}
    </form>
  )
}

function Password({ isWrong, onEntered }: { isWrong: boolean; onEntered: (text: string) => void }) {
  const say = useWords()
  const [text, setText] = useState('')
  return (
    <form
      className={css.password}
      onSubmit={(event) => {
        event.preventDefault()
        if (text !== '') onEntered(text)
      }}
    >
      <TextField
        label={say('password')}
        hint={say('passwordLead')}
        error={isWrong ? say('passwordWrong') : undefined}
        type="password"
        autoComplete="off"
        value={text}
        onChange={setText}
        onKeyDown={keepKeys}
      />
      <Button type="submit" variant="primary">
        {say('open')}
      </Button>
    </form>
  )
}
