import { DOCUMENTS_ACROSS_MAX, DOCUMENTS_AT_ONCE, DOCUMENTS_PAGE_MAX } from '@yanshu/contracts'
import type { PreviewedFile } from '@yanshu/files/preview'
import { collectIds } from '@yanshu/lists'
import {
  ActionBar,
  ItemList,
  keysOf,
  NO_SELECTION,
  type OpenItem,
  useItemCommands,
  useItemList,
  useListSelection,
} from '@yanshu/lists/view'
import { http, lazyPart, useGeneral, useSettings, useShortcuts } from '@yanshu/shell-api'
import { EmptyState, ErrorCard, type MailListHandle, notify, ROW_HEIGHTS, type RowState } from '@yanshu/ui'
import { type DragEvent, Suspense, useRef, useState } from 'react'
import css from '../documents.module.css'
import { useWords } from '../words.ts'
import { actionsOf } from './actionsOf.ts'
import type { Asked } from './asked.ts'
import { download } from './commands.ts'
import { DocumentRow } from './DocumentRow.tsx'
import { DocumentTiles } from './DocumentTiles.tsx'
import { type DocumentQuery, documents, type DocumentRow as Row } from './documentKind.ts'
import { dragDocuments } from './drops.ts'
import { useFolder } from './FolderPath.tsx'

const Preview = lazyPart(() => import(/* webpackChunkName: "later-preview" */ '@yanshu/files/preview'))

/** A file is opened over the list, so nothing is open beside it. */
const NOTHING_OPEN: OpenItem<number> = { openId: null, openNow: () => null, show: () => undefined }

interface DocumentListProps {
  query: DocumentQuery
  look: 'list' | 'tiles'
  active: boolean
  onGo: (folderId: number) => void
  onAsk: (asked: Asked) => void
}

/** The files and folders of a place, with what is done to them, as a list or as tiles. */
export function DocumentList({ query, look, active, onGo, onAsk }: DocumentListProps) {
  const say = useWords()
  const collection = documents()
  const { kind, cache, lists } = collection
  const { fontSize } = useGeneral()
  const { list, view } = useItemList(collection, query)
  const [selection, onSelection] = useListSelection(kind.keyOf(query), useState(NO_SELECTION), cache)
  const handle = useRef<MailListHandle>(null)
  const { previewEnable } = useSettings()
  const [shown, setShown] = useState<number | null>(null)
  const open = (id: number) => {
    const row = cache.row(id)
    if (!row || row.binnedAt !== null) return
    if (row.kind === 'folder') onGo(id)
    else if (previewEnable) setShown(id)
  }
  const commands = useItemCommands({
    collection,
    list,
    handle,
    opened: NOTHING_OPEN,
    active,
    beside: false,
    selection,
    onSelection,
    open,
    collect: (except) =>
      collectIds(collection, query, { except, most: DOCUMENTS_AT_ONCE + 1, pageSize: DOCUMENTS_PAGE_MAX }).catch(() => {
        notify.error(say('failed'))
        return null
      }),
    warnOnlyOne: () => void notify.warning(say('onlyOne')),
  })
  const folder = useFolder(query.parentId)
  const actions = actionsOf({
    place: query.place,
    parentId: query.parentId,
    // Until it is answered nothing is offered that may be refused.
    access: query.parentId === 0 ? 'own' : (folder.data?.access ?? 'view'),
    row: (id) => cache.row(id),
    say,
    ask: onAsk,
    open,
  })
  useShortcuts(keysOf(actions, commands, say('title')), active)
  const across = query.place !== 'folder'
  /** What is ticked goes with the file that is dragged, where that is ticked too. */
  const drag = (event: DragEvent, id: number) => {
    const isTicked = selection.kind === 'some' && selection.keys.has(String(id))
    dragDocuments(event, isTicked ? [...selection.keys].map(kind.idOfKey) : [id])
  }
  const failed = <ErrorCard what={say('failed')} advice={say('failedAdvice')} onRetry={() => list.retry()} />
  return (
    <div className={css.list}>
      <ActionBar
        label={say('selected')}
        actions={actions}
        commands={commands}
        selection={selection}
        total={list.length}
        onSelection={onSelection}
        words={{ all: say('all'), none: say('none'), count: (count) => say('count', { count }) }}
      />
      {across && list.length >= DOCUMENTS_ACROSS_MAX && (
        <p className={css.lead} role="status">
          {say('cutAt', { count: DOCUMENTS_ACROSS_MAX })}
        </p>
      )}
      {look === 'tiles' ? (
        <DocumentTiles
          ref={handle}
          {...{ list, view, active, fontSize, across, selection, onSelection, failed }}
          label={say('list')}
          onOpen={open}
          onDragStart={drag}
          empty={<Empty query={query} />}
        />
      ) : (
        <ItemList
          ref={handle}
          lists={lists}
          list={list}
          view={view}
          active={active}
          opened={NOTHING_OPEN}
          beside={false}
          selection={selection}
          onSelection={onSelection}
          label={say('list')}
          rowHeight={ROW_HEIGHTS.wide[fontSize]}
          renderRow={(id: number, state: RowState) => (
            <DocumentRow id={id} across={across} state={state} onDragStart={(event) => drag(event, id)} />
          )}
          onOpen={open}
          failed={failed}
          empty={<Empty query={query} />}
        />
      )}
      {shown !== null && (
        <Suspense fallback={null}>
          <Preview files={previewed(cache.row(shown))} start={0} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </div>
  )
}

const previewed = (row: Row | undefined): PreviewedFile[] =>
  row
    ? [
        {
          id: row.documentId,
          name: row.name,
          size: row.size,
          address: http.fileUrl(`file/documentShown/${row.documentId}`),
          read: (signal) => http.get('documents/preview', { documentId: row.documentId }, { signal, silent: true }),
          save: row.viewOnly ? undefined : () => download([row.documentId]),
        },
      ]
    : []

function Empty({ query: { place } }: { query: DocumentQuery }) {
  const say = useWords()
  if (place === 'folder') return <EmptyState scene="nothing" title={say('emptyFolder')} text={say('emptyFolderText')} />
  if (place === 'bin') return <EmptyState scene="none" title={say('emptyBinText')} />
  return <EmptyState scene="none" title={say(place === 'search' ? 'notFound' : 'emptyPlace')} />
}
