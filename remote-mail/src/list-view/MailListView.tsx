import { type FolderRole, MOBILE_BELOW_WIDTH_PX, type ViewProps } from '@yanshu/contracts'
import { intents, lazyPart, mailDrag, useGeneral, usePreference, useShortcuts } from '@yanshu/shell-api'
import {
  type Anchor,
  Button,
  cx,
  EmptyState,
  ErrorCard,
  EVERYTHING,
  isSelected,
  MailList,
  type MailListHandle,
  Menu,
  NOTHING,
  Pager,
  ROW_HEIGHTS,
  type RowState,
  type Selection,
  Splitter,
  useBodyWidth,
  withSelected,
} from '@yanshu/ui'
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { markSeen, moveTo, remove, star } from '../actions/commands.ts'
import type { ListQuery, UnreadFilter } from '../list-window/listQuery.ts'
import { mailbox } from '../mailbox/mailbox.ts'
import { useList, useMailT, useOnline } from '../mailbox/useMailbox.ts'
import { useParts } from '../on-demand/onDemand.ts'
import { HoverTools } from './HoverTools.tsx'
import { ListHeader } from './ListHeader.tsx'
import css from './MailListView.module.css'
import { MailRowView } from './MailRowView.tsx'
import { useLabels } from './useLabels.ts'
import { useOpenMail } from './useOpenMail.ts'
import { prefetchMail, warmReading } from './warmReading.ts'

const ReadingPane = lazyPart(() => import(/* webpackChunkName: "reading" */ '../reading/ReadingPane.tsx'))

const LIST_WIDTH = { least: 320, most: 480, usual: 380 }
/** Below this width of the window a list and a mail do not fit side by side. */
const SIDE_BY_SIDE_PX = 900

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
  const width = useBodyWidth()
  const online = useOnline()
  const narrow = width > 0 && width < MOBILE_BELOW_WIDTH_PX
  const beside = general.layout === 3 && width >= SIDE_BY_SIDE_PX
  const variant = general.layout === 3 || narrow || width < 700 ? 'stacked' : 'wide'
  const rowHeight = ROW_HEIGHTS[variant][general.fontSize]
  const [listWidth, setListWidth] = usePreference('mail.listWidth', LIST_WIDTH.usual)
  const [dragWidth, setDragWidth] = useState<number | null>(null)

  const handle = useRef<MailListHandle>(null)
  const [selection, setSelection] = useState<Selection>(NOTHING)
  const [first, setFirst] = useState(0)
  const [menu, setMenu] = useState<{ id: number; point: { x: number; y: number } } | null>(null)
  const [picker, setPicker] = useState<{ ids: readonly number[]; anchor: Anchor } | null>(null)
  const [labelMenu, setLabelMenu] = useState<{ ids: readonly number[]; anchor: Anchor } | null>(null)
  const [asked, setAsked] = useState<'move' | 'label' | null>(null)
  const selecting = selection !== NOTHING && (selection.kind === 'all' || selection.keys.size > 0)
  const hands = useParts(selecting || menu !== null || picker !== null || labelMenu !== null)

  const { openId, lastOpen, show } = useOpenMail({ query: props.query, active, beside })

  useEffect(() => {
    props.tab.setTitle(title)
  }, [props.tab, title])
  useEffect(() => {
    if (active) list.show(first, first + LOOKED_AT)
  }, [active, list, first])
  // What shows mails is made when the list stands and nothing else is to be done: its frame costs as much as a list.
  const [ahead, setAhead] = useState(false)
  useEffect(() => {
    if (view.status === 'ready' && active) return warmReading(() => setAhead(true))
  }, [view.status, active])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins without a selection
  useEffect(() => setSelection(NOTHING), [list])

  const rowOf = (id: number) => mailbox().cache.row(id)
  const open = (id: number) => {
    const row = rowOf(id)
    if (row && mailbox().roleOf(row.mailboxId) === 'drafts') {
      void intents.send('compose.open', { kind: 'draft', mailId: id }).catch(() => undefined)
      return
    }
    show(id)
    const at = list.indexOf(id)
    for (const neighbour of [at + 1, at - 1]) {
      const next = list.idAt(neighbour)
      if (next !== undefined) prefetchMail(next)
    }
  }
  /** Where the open mail stands, else the cursor that is seen; -1 where there is neither. */
  const here = () => (openId !== null && list.has(openId) ? list.indexOf(openId) : (handle.current?.cursor() ?? -1))
  /** Opens or points at the mail `by` rows further; the first one in sight when there was no cursor to be seen. */
  const step = (by: 1 | -1) => {
    const from = here()
    const to = Math.max(0, Math.min(list.length - 1, from < 0 ? (handle.current?.firstInSight() ?? 0) : from + by))
    handle.current?.setActive(to)
    const id = list.idAt(to)
    if (openId !== null && id !== undefined) open(id)
  }
  /** After the open mail left: the one that takes its place, or the list. */
  const leave = useCallback(
    (id: number) => {
      if (openId !== id) return
      const at = list.indexOf(id)
      const next = at < 0 ? undefined : (list.idAt(at + 1) ?? list.idAt(at - 1))
      show(beside ? (next ?? null) : null)
    },
    [openId, list, show, beside],
  )

  const targets = (): readonly number[] => {
    if (selecting && selection.kind === 'some') return [...selection.keys].map(Number)
    if (openId !== null) return [openId]
    // A key must not act on a mail that nobody sees pointed at.
    const id = list.idAt(here())
    return id === undefined ? [] : [id]
  }
  const removeTargets = async (ids: readonly number[]) => {
    const [only] = ids
    const at = openId !== null && ids.includes(openId) ? list.indexOf(openId) : -1
    const next = at < 0 ? undefined : (list.idAt(at + 1) ?? list.idAt(at - 1))
    if (!(await remove(ids))) return
    setSelection(NOTHING)
    if (at >= 0 && only !== undefined) show(beside ? (next ?? null) : null)
  }
  /** The row of a mail that one sees: a covered tab may hold the same mail. */
  const rowElement = (id: number | undefined): Anchor =>
    [...document.querySelectorAll(`[data-mail="${id}"]`)].find((row) => row.checkVisibility()) ?? {
      x: window.innerWidth / 2,
      y: window.innerHeight / 4,
    }
  const answer = (kind: 'reply' | 'replyAll' | 'forward') => {
    const [mailId] = targets()
    if (mailId !== undefined) void intents.send('compose.open', { kind, mailId }).catch(() => undefined)
  }

  const has = () => targets().length > 0
  const group = t('keys.group')
  useShortcuts(
    [
      { keys: 'j', label: t('keys.next'), group, run: () => step(1) },
      { keys: 'k', label: t('keys.previous'), group, run: () => step(-1) },
      {
        keys: 'o',
        label: t('keys.open'),
        group,
        when: has,
        run: () => targets()[0] !== undefined && open(targets()[0] ?? 0),
      },
      { keys: 'u', label: t('keys.back'), group, when: () => openId !== null, run: () => show(null) },
      { keys: 'x', label: t('keys.select'), group, when: has, run: () => toggleSelected(here()) },
      {
        keys: 's',
        label: t('action.star'),
        group,
        when: has,
        run: () => star(targets(), rowOf(targets()[0] ?? 0)?.color ? 0 : 1),
      },
      { keys: '#', label: t('action.delete'), group, when: has, run: () => void removeTargets(targets()) },
      { keys: 'Delete', label: t('action.delete'), group, when: has, run: () => void removeTargets(targets()) },
      { keys: 'Shift+I', label: t('action.markSeen'), group, when: has, run: () => markSeen(targets(), true) },
      { keys: 'Shift+U', label: t('action.markUnseen'), group, when: has, run: () => markSeen(targets(), false) },
      { keys: 'r', label: t('action.reply'), group, when: has, run: () => answer('reply') },
      { keys: 'a', label: t('action.replyAll'), group, when: has, run: () => answer('replyAll') },
      { keys: 'f', label: t('action.forward'), group, when: has, run: () => answer('forward') },
      {
        keys: 'v',
        label: t('action.moveTo'),
        group,
        when: () => has() && role !== 'drafts',
        run: () => (selecting ? setAsked('move') : setPicker({ ids: targets(), anchor: rowElement(targets()[0]) })),
      },
      {
        keys: 'l',
        label: t('action.label'),
        group,
        when: has,
        run: () => (selecting ? setAsked('label') : setLabelMenu({ ids: targets(), anchor: rowElement(targets()[0]) })),
      },
    ],
    active,
  )

  const toggleSelected = (index: number) => {
    const id = list.idAt(index)
    if (id === undefined) return
    setSelection((now) => withSelected(now, [String(id)], !isSelected(now, String(id))))
  }
  // The list keeps where a range begins; rows get a function that stays the same, so that they are not drawn again.
  const toggles = useRef(new Map<number, RowState['toggle']>())
  const onToggle = useCallback((mailId: number, range: boolean) => toggles.current.get(mailId)?.(range), [])
  const onStar = useCallback((mailId: number) => {
    const color = mailbox().cache.row(mailId)?.color ?? 0
    star([mailId], color > 0 ? 0 : 1)
  }, [])
  const onRemove = useCallback(
    async (mailId: number) => {
      const at = list.indexOf(mailId)
      const next = at < 0 ? undefined : (list.idAt(at + 1) ?? list.idAt(at - 1))
      if ((await remove([mailId])) && lastOpen.current === mailId) show(beside ? (next ?? null) : null)
    },
    [list, beside, show, lastOpen],
  )

  const renderRow = (id: number, state: RowState) => {
    toggles.current.set(id, state.toggle)
    return (
      <MailRowView
        mailId={id}
        variant={variant}
        folderRole={role}
        labels={labels}
        namesFolder={folderId === undefined}
        showSize={general.showMailSize}
        showPreview={general.showMailList}
        terms={terms}
        selected={state.selected}
        tabIndex={state.tabIndex}
        onToggle={onToggle}
        onStar={onStar}
      />
    )
  }
  const renderTools = (id: number, state: RowState) => (
    <HoverTools mailId={id} tabIndex={state.tabIndex} onStar={onStar} onRemove={onRemove} />
  )
  const menuRows = menu
    ? (selecting && selection.kind === 'some' && selection.keys.has(String(menu.id)) ? targets() : [menu.id]).flatMap(
        (id) => rowOf(id) ?? [],
      )
    : []

  const count = list.length
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
        rowHeight={rowHeight}
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
        onRange={(from, to) => {
          setFirst(from)
          list.show(from, to + 1)
        }}
        onContextMenu={(id, _index, point) => setMenu({ id, point })}
        onDragStart={(id, _index, point) => {
          const mailIds = selecting && isSelected(selection, String(id)) ? targets() : [id]
          const from = new Set(mailIds.map((one) => rowOf(one)?.mailboxId))
          const [mailboxId = null] = from.size === 1 ? from : []
          mailDrag.begin({ mailIds, mailboxId, point })
        }}
        swipeLeft={{
          icon: 'trash',
          label: t('action.delete'),
          tone: 'danger',
          onSwipe: (id) => void onRemove(id),
        }}
        swipeRight={{ icon: 'star', label: t('action.star'), tone: 'star', onSwipe: onStar }}
        className={css.list}
      />
    )

  const reading = openId !== null
  const covered = reading && !beside
  return (
    <div className={css.view} data-beside={beside || undefined} data-reading={reading || undefined}>
      <section
        className={css.pane}
        style={beside ? { width: dragWidth ?? listWidth } : undefined}
        inert={covered}
        aria-label={t('list.region', { title })}
        data-selecting={selecting || undefined}
        onPointerOver={(event) => {
          const near = event.target instanceof Element ? event.target.closest('[data-mail]') : null
          const id = Number(near?.getAttribute('data-mail'))
          if (id && event.pointerType === 'mouse') prefetchMail(id)
        }}
      >
        {above}
        {selecting && hands ? (
          <hands.SelectionBar
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
        ) : (
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
            allSelected={false}
            onSelectAll={(on) => setSelection(on ? EVERYTHING : NOTHING)}
          />
        )}
        {view.status === 'failed' && count > 0 && (
          <p role="alert" className={css.problem}>
            {t('list.failed')}
            <Button size="small" variant="text" onClick={() => list.retry()}>
              {t('action.retry')}
            </Button>
          </p>
        )}
        <div className={css.body}>{body}</div>
        {variant === 'wide' && general.showMailPageNumber && count > general.mailCount && (
          <footer className={css.foot}>
            <Pager
              label={t('list.pages')}
              page={Math.min(pages, Math.floor(first / general.mailCount) + 1)}
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
                onNext={openId === null ? undefined : neighbourOf(list.indexOf(openId), 1)}
                onPrevious={openId === null ? undefined : neighbourOf(list.indexOf(openId), -1)}
                onLeave={() => openId !== null && leave(openId)}
                labels={labels}
              />
            </Suspense>
          )}
        </section>
      )}
      <Menu
        open={menu !== null}
        anchor={menu?.point ?? null}
        label={t('list.menu')}
        items={
          menu && hands
            ? hands.mailEntries({
                rows: menuRows,
                role: role ?? mailbox().roleOf(menuRows[0]?.mailboxId ?? 0),
                labels,
                onMove: () => setPicker({ ids: menuRows.map((row) => row.mailId), anchor: menu.point }),
                onLeave: () => menuRows.length === 1 && leave(menu.id),
              })
            : []
        }
        onClose={() => setMenu(null)}
      />
      {picker && hands && (
        <hands.FolderPicker
          open
          anchor={picker.anchor}
          current={folderId}
          onClose={() => setPicker(null)}
          onPick={(folder) => {
            moveTo(picker.ids, folder)
            setSelection(NOTHING)
          }}
        />
      )}
      <Menu
        open={labelMenu !== null}
        anchor={labelMenu?.anchor ?? null}
        label={t('action.label')}
        items={
          labelMenu && hands
            ? hands.labelEntries(
                labelMenu.ids.flatMap((id) => rowOf(id) ?? []),
                labels,
              )
            : []
        }
        onClose={() => setLabelMenu(null)}
      />
    </div>
  )

  function neighbourOf(at: number, by: 1 | -1): (() => void) | undefined {
    const id = at < 0 ? undefined : list.idAt(at + by)
    return id === undefined ? undefined : () => step(by)
  }
}

const NO_TERMS: readonly string[] = []
/** Rows looked at before the list has said how many it shows; with what is fetched ahead of them, one page. */
const LOOKED_AT = 24
/** Rows drawn as skeletons before the first answer. */
const FIRST_ROWS = 12
