import { type FolderRole, MOBILE_BELOW_WIDTH_PX, type ViewProps } from '@yanshu/contracts'
import { LOOKED_AT } from '@yanshu/lists'
import { lazyPart, useGeneral, useOnline, usePreference, useTabState } from '@yanshu/shell-api'
import {
  Button,
  cx,
  EmptyState,
  ErrorCard,
  EVERYTHING,
  HEADING_HEIGHTS,
  MailList,
  type MailListHandle,
  NOTHING,
  Pager,
  ROW_HEIGHTS,
  type RowState,
  type Selection,
  Splitter,
  useBodyWidth,
} from '@yanshu/ui'
import { type ReactNode, type SetStateAction, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { type ListQuery, listKey, type UnreadFilter } from '../list-window/listQuery.ts'
import { mailbox } from '../mailbox/mailbox.ts'
import { useList, useMailT } from '../mailbox/useMailbox.ts'
import { withWords } from '../messages/withWords.ts'
import { useParts } from '../on-demand/onDemand.ts'
import { HoverTools } from './HoverTools.tsx'
import { isSelecting, rowElement } from './knownRows.ts'
import { ListHeader } from './ListHeader.tsx'
import type { Layer } from './ListLayers.tsx'
import css from './MailListView.module.css'
import { MailRowView } from './MailRowView.tsx'
import { useDayHeadings } from './useDayHeadings.ts'
import { useLabels } from './useLabels.ts'
import { useListCommands } from './useListCommands.ts'
import { useListShortcuts } from './useListShortcuts.ts'
import { useOpenMail } from './useOpenMail.ts'
import { useReadersDay } from './useReadersDay.ts'
import { useRoomFor } from './useRoomFor.ts'
import { useSenderColumn } from './useSenderColumn.tsx'
import { prefetchMail, warmReading } from './warmReading.ts'

const ReadingPane = lazyPart(() =>
  withWords(() => import(/* webpackChunkName: "reading" */ '../reading/ReadingPane.tsx')),
)

/** What one more line of the preview adds to a row, by size of the font. A host of an earlier release has no such measure. */
const PREVIEW_LINE_HEIGHTS = { 1: 16, 2: 19, 3: 21 } as const
/** Rows loaded beside those in sight, for the first turn of a wheel; the next ones bring a page. */
const BESIDE_ROWS = 3
/** What half a Chinese character of a preview takes, or a narrow Latin letter with those beside it. */
const COLUMN_PX = 7
/** A window that becomes a little wider does not ask for longer previews. */
const ROOM_STEP_PX = 240
const LIST_WIDTH = { least: 320, most: 480, usual: 380 }
/** Below this width of the window a list and a mail do not fit side by side. */
const SIDE_BY_SIDE_PX = 900
/** The same of the view itself, which may be one of two. */
const VIEW_SIDE_BY_SIDE_PX = 680

export interface MailListViewProps extends ViewProps {
  title: string
  list: ListQuery
  /** The folder shown, for its role and counters. */
  folderId?: number | undefined
  labelId?: number | undefined
  role?: FolderRole | undefined
  /** null where the list has no filter of its own. */
  filter: UnreadFilter | null
  onFilter?: (filter: UnreadFilter) => void
  /** Words to mark. */
  terms?: readonly string[]
  empty: ReactNode
  /** Stands above the list. */
  above?: ReactNode
}

/** A list of mails with its reading pane, beside it or in its place as the layout says. */
export default function MailListView(props: MailListViewProps) {
  const { title, list: query, folderId, labelId, role, filter, terms = NO_TERMS, active, empty, above } = props
  const t = useMailT()
  const general = useGeneral()
  const { list, view } = useList(query)
  const labels = useLabels()
  const headings = useDayHeadings(view.sections)
  const { day, timeZone } = useReadersDay()
  const width = useBodyWidth()
  const online = useOnline()
  const narrow = width > 0 && width < MOBILE_BELOW_WIDTH_PX
  const root = useRef<HTMLDivElement>(null)
  const roomy = useRoomFor(root, VIEW_SIDE_BY_SIDE_PX)
  const beside = general.layout === 3 && width >= SIDE_BY_SIDE_PX && roomy
  const variant = general.layout === 3 || narrow || width < 700 || !roomy ? 'stacked' : 'wide'
  const lines = variant === 'stacked' && general.showMailList ? general.previewLines : 1
  const [listWidth, setListWidth] = usePreference('mail.listWidth', LIST_WIDTH.usual)
  const [dragWidth, setDragWidth] = useState<number | null>(null)

  const handle = useRef<MailListHandle>(null)
  const key = listKey(query)
  const [kept, keepSelection] = useTabState(props.tab, 'selection', { of: key, selection: NOTHING }, isKept)
  // Another list begins without a selection.
  const selection = kept.of === key ? kept.selection : NOTHING
  const setSelection = useCallback(
    (next: SetStateAction<Selection>) =>
      keepSelection(({ of, selection: now }) => {
        const before = of === key ? now : NOTHING
        return { of: key, selection: typeof next === 'function' ? next(before) : next }
      }),
    [key, keepSelection],
  )
  const [page, setPage] = useState(0)
  const drawn = useRef({ from: 0, to: LOOKED_AT })
  const pointer = useRef('')
  const [layer, setLayer] = useState<Layer | null>(null)
  const [asked, setAsked] = useState<'move' | 'label' | null>(null)
  const selecting = isSelecting(selection)
  const parts = useParts(selecting || layer !== null)

  const opened = useOpenMail({ query: props.query, active, beside })
  const { openId, show } = opened
  const commands = useListCommands({ query, list, handle, opened, active, beside, selection, setSelection })
  const { open, hit, onToggle, onStar, onRemove } = commands

  useEffect(() => {
    props.tab.setTitle(title)
  }, [props.tab, title])
  const previewLines = general.showMailList ? lines : 0
  const room = beside ? LIST_WIDTH.most : Math.ceil(width / ROOM_STEP_PX) * ROOM_STEP_PX
  const columns = previewLines && Math.ceil(room / COLUMN_PX) * previewLines
  // biome-ignore lint/correctness/useExhaustiveDependencies: another day, or another time zone, has other headings
  useEffect(() => {
    if (!active) return
    if (width > 0) mailbox().lists.room = columns
    list.show(drawn.current.from, drawn.current.to)
  }, [active, list, day, timeZone, columns])
  // What shows mails is made when the list stands and nothing else is to be done: its frame costs as much as a list.
  const [ahead, setAhead] = useState(false)
  useEffect(() => {
    if (view.status === 'ready' && active) {
      return warmReading(() => {
        setAhead(true)
        // Whoever reads on from the top finds the next page there.
        if (drawn.current.from === 0) list.lookAhead()
      })
    }
  }, [view.status, active, list])
  useEffect(() => {
    if (selection.kind === 'some') return mailbox().cache.hold((id) => selection.keys.has(String(id)))
  }, [selection])

  useListShortcuts({
    commands,
    active,
    role,
    reading: openId !== null,
    onBack: () => show(null),
    onChoose: (what) => {
      const aim = hit(what)
      if (selecting) setAsked(what)
      else if (aim.kind === 'mails') setLayer({ kind: what, ids: aim.ids, anchor: rowElement(aim.ids[0]) })
    },
  })

  const namesFolder = folderId === undefined
  const { showMailSize } = general
  // A host of an earlier release has no such question.
  const isInSight = useCallback((id: number) => handle.current?.isInSight?.(String(id)) ?? true, [])
  // While these stay the same functions, rows stay as they are when the list is drawn.
  const renderRow = useCallback(
    (id: number, state: RowState) => (
      <MailRowView
        mailId={id}
        variant={variant}
        folderRole={role}
        labels={labels}
        namesFolder={namesFolder}
        showSize={showMailSize}
        previewLines={previewLines}
        terms={terms}
        selected={state.selected}
        tabIndex={state.tabIndex}
        onToggle={onToggle}
        onStar={onStar}
        isInSight={isInSight}
      />
    ),
    [variant, role, labels, namesFolder, showMailSize, previewLines, terms, onToggle, onStar, isInSight],
  )
  const renderTools = useCallback(
    (id: number, state: RowState) => (
      <HoverTools mailId={id} variant={variant} tabIndex={state.tabIndex} onRemove={onRemove} />
    ),
    [variant, onRemove],
  )

  const count = list.length
  const senders = useSenderColumn(variant === 'wide' && count > 0)
  const pages = Math.max(1, Math.ceil(count / general.mailCount))
  const body =
    view.status === 'failed' && count === 0 ? (
      <div className={css.notice}>
        <ErrorCard
          what={t('list.failed')}
          why={online ? undefined : t('list.offline')}
          advice={t('list.failedAdvice')}
          onRetry={() => list.retry()}
        />
      </div>
    ) : (
      <MailList<number>
        ref={handle}
        label={title}
        count={view.status === 'loading' || view.status === 'new' ? Math.max(count, FIRST_ROWS) : count}
        rowHeight={ROW_HEIGHTS[variant][general.fontSize] + (lines - 1) * PREVIEW_LINE_HEIGHTS[general.fontSize]}
        headings={headings}
        headingHeight={HEADING_HEIGHTS[general.fontSize]}
        rowAt={(index) => list.idAt(index)}
        keyOf={String}
        renderRow={renderRow}
        renderTools={narrow ? undefined : renderTools}
        empty={empty}
        openKey={openId === null ? undefined : String(openId)}
        onOpen={open}
        onActive={(id, _index, cause) => {
          if (cause === 'keyboard' && beside && openId !== null && id !== undefined) open(id)
        }}
        selection={selection}
        onSelectionChange={setSelection}
        onRange={(first, last, inSight = { first, last }) => {
          drawn.current = { from: Math.max(0, inSight.first - BESIDE_ROWS), to: inSight.last + 1 + BESIDE_ROWS }
          setPage(Math.floor(first / general.mailCount))
          list.show(drawn.current.from, drawn.current.to)
        }}
        onContextMenu={(id, _index, point) => setLayer({ kind: 'menu', id, point })}
        onDragStart={(id, _index, point) => commands.drag(id, point)}
        swipeLeft={{ icon: 'trash', label: t('action.delete'), tone: 'danger', onSwipe: onRemove }}
        swipeRight={{ icon: 'star', label: t('action.star'), tone: 'star', onSwipe: onStar }}
        className={css.list}
      />
    )

  const reading = openId !== null
  const covered = reading && !beside
  return (
    <div
      ref={root}
      className={css.view}
      data-beside={beside || undefined}
      data-reading={reading || undefined}
      data-sizes={general.showMailSize || undefined}
    >
      <section
        className={css.pane}
        style={beside ? { width: dragWidth ?? listWidth } : undefined}
        inert={covered}
        aria-label={t('list.region', { title })}
        data-selecting={selecting || undefined}
        onPointerOver={(event) => {
          // A list that scrolls below a pointer at rest brings rows there that nobody points at.
          const at = `${event.screenX} ${event.screenY}`
          if (at === pointer.current) return
          pointer.current = at
          const near = event.target instanceof Element ? event.target.closest('[data-mail]') : null
          const id = Number(near?.getAttribute('data-mail'))
          if (id && event.pointerType === 'mouse') void prefetchMail(id)
        }}
      >
        {above}
        <div className={css.top}>
          <ListHeader
            title={title}
            folderId={folderId}
            labelId={labelId}
            total={view.status === 'ready' ? count : null}
            filter={filter}
            onFilter={(next) => props.onFilter?.(next)}
            onRefresh={() => {
              if (view.status === 'failed') list.retry()
              else list.revalidate()
            }}
            onSelectAll={() => setSelection(EVERYTHING)}
          />
          {selecting && parts && (
            <parts.SelectionBar
              selection={selection}
              total={count}
              query={query}
              role={role}
              current={folderId}
              labels={labels}
              onSelection={(next) => {
                // What was pressed goes with the selection; the keyboard goes on in the list.
                if (next === NOTHING) handle.current?.focus()
                setSelection(next)
              }}
              onSelectAll={(on) => setSelection(on ? EVERYTHING : NOTHING)}
              asked={asked}
              onAsked={() => setAsked(null)}
            />
          )}
        </div>
        {view.status === 'failed' && count > 0 && (
          <p role="alert" className={css.problem}>
            {t('list.failed')}
            <Button size="small" variant="text" onClick={() => list.retry()}>
              {t('action.retry')}
            </Button>
          </p>
        )}
        <div className={css.body} style={senders.style}>
          {body}
          {senders.line}
        </div>
        {variant === 'wide' && general.showMailPageNumber && count > general.mailCount && (
          <footer className={css.foot}>
            <Pager
              label={t('list.pages')}
              page={Math.min(pages, page + 1)}
              pages={pages}
              onPage={(page) => handle.current?.scrollToIndex((page - 1) * general.mailCount, 'start')}
            />
          </footer>
        )}
      </section>
      {beside && (
        <Splitter
          label={t('list.width')}
          value={dragWidth ?? listWidth}
          min={LIST_WIDTH.least}
          max={LIST_WIDTH.most}
          onChange={setDragWidth}
          onCommit={(value) => {
            setListWidth(value)
            setDragWidth(null)
          }}
        />
      )}
      {(beside || reading) && (
        <section className={cx(css.reading, covered && css.cover)} aria-label={t('reading.region')}>
          {openId === null && <EmptyState scene="none" title={t('reading.none')} text={t('reading.noneText')} />}
          {(openId !== null || ahead) && (
            <Suspense fallback={null}>
              <ReadingPane
                mailId={openId}
                active={active}
                beside={beside}
                onBack={beside ? undefined : () => show(null)}
                onNext={commands.neighbour(1)}
                onPrevious={commands.neighbour(-1)}
                onLeave={() => openId !== null && commands.leave(openId)}
                labels={labels}
              />
            </Suspense>
          )}
        </section>
      )}
      {parts && (
        <parts.ListLayers
          layer={layer}
          onLayer={setLayer}
          onClose={(kind) => setLayer((now) => (now?.kind === kind ? null : now))}
          role={role}
          folderId={folderId}
          labels={labels}
          selection={selection}
          onSelection={setSelection}
          onLeave={commands.leave}
        />
      )}
    </div>
  )
}

const NO_TERMS: readonly string[] = []
/** Rows drawn as skeletons before the first answer. */
const FIRST_ROWS = 12

interface KeptSelection {
  /** The list that it is of. */
  readonly of: string
  readonly selection: Selection
}

const isKept = (value: unknown): value is KeptSelection =>
  typeof value === 'object' && value !== null && 'of' in value && 'selection' in value
