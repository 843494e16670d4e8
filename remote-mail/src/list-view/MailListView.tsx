import { isSelecting } from '@yanshu/lists/view'
import { lazyPart, useGeneral } from '@yanshu/shell-api'
import { Button, cx, EmptyState, EVERYTHING, type MailListHandle, NOTHING, Pager, Splitter } from '@yanshu/ui'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useWords } from '../mailbox/useMailbox.ts'
import { withWords } from '../messages/words.ts'
import { useParts } from '../on-demand/onDemand.ts'
import { rowElement } from './knownRows.ts'
import { ListHeader } from './ListHeader.tsx'
import type { Layer } from './ListLayers.tsx'
import type { MailListViewProps } from './listProps.ts'
import css from './MailListView.module.css'
import { MailRows } from './MailRows.tsx'
import { useListShortcuts } from './useListShortcuts.ts'
import { useMailList } from './useMailList.ts'
import { usePointedMail } from './usePointedMail.ts'
import { useReadingAhead } from './useReadingAhead.ts'

const ReadingPane = lazyPart(() => withWords(() => import('../reading/ReadingPane.tsx')))

/** A list of mails with its reading pane, beside it or in its place, depending on the layout. */
export default function MailListView(props: MailListViewProps) {
  const { title, active } = props
  const say = useWords()
  const { mailCount, showMailPageNumber, showMailSize } = useGeneral()
  const root = useRef<HTMLDivElement>(null)
  const handle = useRef<MailListHandle>(null)
  const used = useMailList(props, root, handle)
  const { list, view, selection, onSelection, opened, commands, beside, listWidth } = used
  const { openId, show } = opened
  const selecting = isSelecting(selection)
  const [page, setPage] = useState(0)
  const [layer, setLayer] = useState<Layer | null>(null)
  const [asked, setAsked] = useState<'move' | 'label' | null>(null)
  const parts = useParts(selecting || layer !== null)
  const ahead = useReadingAhead(list, view.status === 'ready' && active)
  const onPointerOver = usePointedMail()
  useEffect(() => {
    props.tab.setTitle(title)
  }, [props.tab, title])

  const reading = openId !== null
  useListShortcuts({
    ...props,
    commands,
    reading,
    onBack: () => show(null),
    onChoose: (what) => {
      const aim = commands.hit(what)
      if (selecting) setAsked(what)
      else if (aim.kind === 'items') setLayer({ kind: what, ids: aim.ids, anchor: rowElement(aim.ids[0]) })
    },
  })

  const refresh = () => {
    if (view.status === 'failed') list.retry()
    else list.revalidate()
  }

  const count = list.length
  const pages = Math.max(1, Math.ceil(count / mailCount))
  const covered = reading && !beside
  return (
    <div
      ref={root}
      className={css.view}
      data-beside={beside || undefined}
      data-reading={reading || undefined}
      data-sizes={showMailSize || undefined}
    >
      <section
        className={css.pane}
        style={beside ? { width: listWidth.value } : undefined}
        inert={covered}
        aria-label={say('list.region', { title })}
        data-selecting={selecting || undefined}
        onPointerOver={onPointerOver}
      >
        {props.above}
        <div className={css.top}>
          <ListHeader
            {...props}
            total={view.status === 'ready' ? count : null}
            onRefresh={refresh}
            onMore={(anchor) => setLayer({ kind: 'folder', anchor })}
            more={layer?.kind === 'folder'}
            onSelectAll={() => onSelection(EVERYTHING)}
          />
          {selecting && parts && (
            <parts.SelectionBar
              {...props}
              {...used}
              onSelection={(next) => {
                // What was pressed goes with the selection; the keyboard goes on in the list.
                if (next === NOTHING) handle.current?.focus()
                onSelection(next)
              }}
              asked={asked}
              onAsked={() => setAsked(null)}
            />
          )}
        </div>
        {view.status === 'failed' && count > 0 && (
          <p role="alert" className={css.problem}>
            {say('list.failed')}
            <Button size="small" variant="text" onClick={() => list.retry()}>
              {say('action.retry')}
            </Button>
          </p>
        )}
        <MailRows
          {...props}
          {...used}
          handle={handle}
          onFirst={(first) => setPage(Math.floor(first / mailCount))}
          onMenu={(id, point) => setLayer({ kind: 'menu', id, point })}
        />
        {used.variant === 'wide' && showMailPageNumber && count > mailCount && (
          <footer className={css.foot}>
            <Pager
              label={say('list.pages')}
              page={Math.min(pages, page + 1)}
              pages={pages}
              onPage={(page) => handle.current?.scrollToIndex((page - 1) * mailCount, 'start')}
            />
          </footer>
        )}
      </section>
      {beside && <Splitter label={say('list.width')} {...listWidth} />}
      {(beside || reading) && (
        <section className={cx(css.reading, covered && css.cover)} aria-label={say('reading.region')}>
          {!reading && <EmptyState scene="none" title={say('reading.none')} text={say('reading.noneText')} />}
          {(reading || ahead) && (
            <Suspense fallback={null}>
              <ReadingPane
                mailId={openId}
                active={active}
                beside={beside}
                onBack={beside ? undefined : () => show(null)}
                onNext={commands.neighbour(1)}
                onPrevious={commands.neighbour(-1)}
                onLeave={() => reading && commands.leave(openId)}
                labels={used.labels}
              />
            </Suspense>
          )}
        </section>
      )}
      {parts && (
        <parts.ListLayers
          {...props}
          {...used}
          layer={layer}
          onRefresh={refresh}
          onLayer={setLayer}
          onClose={(kind) => setLayer((now) => (now?.kind === kind ? null : now))}
        />
      )}
    </div>
  )
}
