import type { ViewProps } from '@yanshu/contracts'
import { DOCUMENTS_AT_ONCE, DOCUMENTS_PAGE_MAX, type DocumentPlace, type DocumentSort } from '@yanshu/contracts'
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
import {
  Button,
  confirm,
  EmptyState,
  ErrorCard,
  IconButton,
  type MailListHandle,
  notify,
  ROW_HEIGHTS,
  type RowState,
  Segmented,
  Select,
  TextField,
} from '@yanshu/ui'
import { UploadShelf } from '@yanshu/ui/upload'
import { type DragEvent, Suspense, useDeferredValue, useMemo, useRef, useState } from 'react'
import type { PreviewedFile } from '../preview/Preview.tsx'
import { type Asked, AskedDialog } from './AskedDialog.tsx'
import { actionsOf } from './actionsOf.ts'
import { download, emptyBin } from './commands.ts'
import { DocumentRow } from './DocumentRow.tsx'
import { type DocumentQuery, documents, type DocumentRow as Row } from './documentKind.ts'
import css from './documents.module.css'
import { FolderPath, placeOf, useFolder, useIsWritable } from './FolderPath.tsx'
import { SpaceBar, useSpace } from './SpaceBar.tsx'
import { filesOfDrop, filesOfInput, uploadInto, uploads, useUploadItems } from './uploading.ts'
import { useWords } from './words.ts'

const PLACES: readonly Exclude<DocumentPlace, 'search'>[] = ['folder', 'team', 'shared', 'recent', 'starred', 'bin']

const Preview = lazyPart(() => import(/* webpackChunkName: "later-preview" */ '../preview/Preview.tsx'))

/** A file is opened over the list, so nothing is open beside it. */
const NOTHING_OPEN: OpenItem<number> = { openId: null, openNow: () => null, show: () => undefined }

/** `/documentcenter`: the own files of a person, and those that others share with them. */
export function DocumentCenter({ active }: ViewProps) {
  const say = useWords()
  const [place, setPlace] = useState<Exclude<DocumentPlace, 'search'>>('folder')
  const [parentId, setParentId] = useState(0)
  const [typed, setTyped] = useState('')
  const [sort, setSort] = useState<DocumentSort>('name')
  const [order, setOrder] = useState<'asc' | 'desc'>('asc')
  const text = useDeferredValue(typed.trim())
  const query = useMemo<DocumentQuery>(
    () => ({ place: text === '' ? place : 'search', parentId: text === '' ? parentId : 0, text, sort, order }),
    [place, parentId, text, sort, order],
  )
  const go = (folderId: number) => {
    setTyped('')
    setPlace(folderId < 0 ? placeOf(folderId) : 'folder')
    setParentId(Math.max(0, folderId))
  }
  const fileInput = useRef<HTMLInputElement>(null)
  const folderInput = useRef<HTMLInputElement>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [over, setOver] = useState(false)
  const writable = useIsWritable(parentId)
  const takes = query.place === 'folder' && writable
  const dropped = async (event: DragEvent) => {
    const found = await filesOfDrop(event.dataTransfer)
    await uploadInto(parentId, found).catch(() => undefined)
  }
  const bringsFiles = (event: DragEvent) => takes && event.dataTransfer.types.includes('Files')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the same is done with the buttons that upload
    <div
      className={css.view}
      onDragOver={(event) => {
        if (!bringsFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (event.currentTarget.contains(event.relatedTarget as Node | null)) return
        setOver(false)
      }}
      onDrop={(event) => {
        setOver(false)
        if (!bringsFiles(event)) return
        event.preventDefault()
        void dropped(event)
      }}
    >
      <header className={css.head}>
        <h1>{say('title')}</h1>
        <TextField
          className={css.search}
          label={say('search')}
          hideLabel
          placeholder={say('search')}
          title={say('searchHint')}
          icon="search"
          clearable
          value={typed}
          onChange={setTyped}
        />
        <div className={css.tools}>
          <Button variant="primary" icon="upload" disabled={!takes} onClick={() => fileInput.current?.click()}>
            {say('upload')}
          </Button>
          <Button disabled={!takes} onClick={() => folderInput.current?.click()}>
            {say('uploadFolder')}
          </Button>
          <Button icon="plus" disabled={!takes} onClick={() => setAsked({ kind: 'newFolder', parentId })}>
            {say('newFolder')}
          </Button>
          <Button icon="link" onClick={() => setAsked({ kind: 'shares' })}>
            {say('shares')}
          </Button>
        </div>
        <FileInput of={fileInput} parentId={parentId} />
        <FileInput of={folderInput} parentId={parentId} folders />
      </header>
      <div className={css.head}>
        <Segmented
          label={say('places')}
          hideLabel
          value={place}
          onChange={(next) => {
            setTyped('')
            setPlace(next)
            // Each place begins at its top: the folder may have been one of another person.
            setParentId(0)
          }}
          options={PLACES.map((value) => ({ value, label: say(value) }))}
        />
        {query.place !== 'recent' && query.place !== 'bin' && (
          <div className={css.tools}>
            <Select
              label={say('sort')}
              hideLabel
              value={sort}
              onChange={setSort}
              options={[
                { value: 'name', label: say('sortName') },
                { value: 'time', label: say('sortTime') },
                { value: 'size', label: say('sortSize') },
              ]}
            />
            <IconButton
              icon={order === 'asc' ? 'chevron-up' : 'chevron-down'}
              label={say('order')}
              onClick={() => setOrder(order === 'asc' ? 'desc' : 'asc')}
            />
          </div>
        )}
        {query.place === 'bin' && parentId === 0 && (
          <div className={css.tools}>
            <Button icon="trash" onClick={() => void askEmpty(say)}>
              {say('emptyBin')}
            </Button>
          </div>
        )}
      </div>
      {(query.place === 'folder' || (query.place === 'bin' && parentId > 0)) && (
        <div className={css.head}>
          <FolderPath parentId={parentId} onGo={go} />
          {query.place === 'folder' && <DeletedHere parentId={parentId} onOpen={() => setPlace('bin')} />}
        </div>
      )}
      {query.place === 'bin' && <p className={css.lead}>{say('binLead')}</p>}
      {query.place === 'team' && <p className={css.lead}>{say('teamLead')}</p>}
      {query.place === 'shared' && <p className={css.lead}>{say('sharedLead')}</p>}
      <SpaceBar />
      <DocumentList key={documentKey(query)} query={query} active={active} onGo={go} onAsk={setAsked} />
      <Shelf />
      {over && (
        <div className={css.drop} aria-hidden="true">
          {say('dropHere')}
        </div>
      )}
      {asked && <AskedDialog asked={asked} onClose={() => setAsked(null)} />}
    </div>
  )
}

/** Leads to what was deleted from a folder of others, which lies in the recycle bin of its owner. */
function DeletedHere({ parentId, onOpen }: { parentId: number; onOpen: () => void }) {
  const say = useWords()
  const { data } = useFolder(parentId)
  if (!data || data.access === 'own' || data.access === 'view') return null
  return (
    <Button size="small" icon="trash" onClick={onOpen}>
      {say('deletedHere')}
    </Button>
  )
}

/** A list of its own for each place and folder: it begins at its top and without a selection. */
const documentKey = ({ place, parentId, text }: DocumentQuery) => `${place} ${parentId} ${text}`

async function askEmpty(say: ReturnType<typeof useWords>): Promise<void> {
  const yes = await confirm({
    title: say('emptyBinTitle'),
    text: say('deleteText'),
    yes: say('emptyBin'),
    no: say('cancel'),
    danger: true,
  })
  if (yes) await emptyBin()
}

interface FileInputProps {
  of: React.RefObject<HTMLInputElement | null>
  parentId: number
  folders?: boolean
}

/** Stands behind its button. */
function FileInput({ of, parentId, folders = false }: FileInputProps) {
  const say = useWords()
  return (
    <input
      ref={of}
      type="file"
      multiple
      hidden
      aria-label={say(folders ? 'uploadFolder' : 'upload')}
      {...(folders ? { webkitdirectory: '' } : {})}
      onChange={(event) => {
        const found = filesOfInput(event.target.files)
        event.target.value = ''
        void uploadInto(parentId, found).catch(() => undefined)
      }}
    />
  )
}

function Shelf() {
  const items = useUploadItems()
  const { data } = useSpace()
  if (items.length === 0) return null
  const left = data && data.limit > 0 ? Math.max(0, data.limit - data.used) : Number.MAX_SAFE_INTEGER
  return (
    <div className={css.shelf}>
      <UploadShelf items={items} uploads={uploads()} limit={left} />
    </div>
  )
}

interface DocumentListProps {
  query: DocumentQuery
  active: boolean
  onGo: (folderId: number) => void
  onAsk: (asked: Asked) => void
}

function DocumentList({ query, active, onGo, onAsk }: DocumentListProps) {
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
    sayOnlyOne: () => void notify.warning(say('onlyOne')),
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
          <DocumentRow id={id} across={query.place !== 'folder'} state={state} />
        )}
        onOpen={open}
        failed={<ErrorCard what={say('failed')} advice={say('failedAdvice')} onRetry={() => list.retry()} />}
        empty={<Empty query={query} />}
      />
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
