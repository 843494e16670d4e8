import type { DocumentPlace, DocumentSort, ViewProps } from '@yanshu/contracts'
import { go as goTo, usePreference } from '@yanshu/shell-api'
import { Button, confirm, IconButton, Segmented, Select, TextField } from '@yanshu/ui'
import { UploadShelf } from '@yanshu/ui/upload'
import { type DragEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import css from '../documents.module.css'
import { useWords } from '../words.ts'
import { AskedDialog } from './AskedDialog.tsx'
import type { Asked } from './asked.ts'
import { emptyBin } from './commands.ts'
import { DocumentList } from './DocumentList.tsx'
import type { DocumentQuery } from './documentKind.ts'
import { broughtBy, dropInto } from './drops.ts'
import { FolderPath, placeName, useFolder, useIsWritable } from './FolderPath.tsx'
import { SpaceBar, useSpace } from './SpaceBar.tsx'
import { filesOfInput, uploadInto, uploads, useUploadItems } from './uploading.ts'

const PLACES: readonly Exclude<DocumentPlace, 'search'>[] = ['folder', 'team', 'shared', 'recent', 'starred', 'bin']

const LOOKS = ['list', 'tiles'] as const
type Look = (typeof LOOKS)[number]

/** `/documentcenter`: the own files of a person, and those that others share with them; `?place=` begins with one place. */
export default function DocumentCenter({ active, query: address }: ViewProps) {
  const say = useWords()
  const [place, setPlace] = useState<Exclude<DocumentPlace, 'search'>>('folder')
  const [parentId, setParentId] = useState(0)
  const [typed, setTyped] = useState('')
  const [sort, setSort] = useState<DocumentSort>('name')
  const [order, setOrder] = useState<'asc' | 'desc'>('asc')
  const [look, setLook] = usePreference<Look>('documents.look', 'list')
  const text = useDeferredValue(typed.trim())
  const query = useMemo<DocumentQuery>(
    () => ({ place: text === '' ? place : 'search', parentId: text === '' ? parentId : 0, text, sort, order }),
    [place, parentId, text, sort, order],
  )
  const go = (folderId: number) => {
    setTyped('')
    setPlace(folderId < 0 ? placeName(folderId) : 'folder')
    setParentId(Math.max(0, folderId))
  }
  const wanted = PLACES.find((one) => one === address.get('place'))
  useEffect(() => {
    if (!wanted || !active) return
    setTyped('')
    setPlace(wanted)
    setParentId(0)
    // So that it does not undo a later choice.
    goTo('/documentcenter', { replace: true })
  }, [wanted, active])
  const fileInput = useRef<HTMLInputElement>(null)
  const folderInput = useRef<HTMLInputElement>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [over, setOver] = useState(false)
  const writable = useIsWritable(parentId)
  const takes = query.place === 'folder' && writable
  /** Documents that are dragged lie here already: they go onto a folder. */
  const bringsFiles = (event: DragEvent) => takes && ['files', 'mailFiles'].includes(broughtBy(event) ?? '')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the same is done with the buttons that upload, and in the mail
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
        // What failed is shown by the call, or beside the upload.
        void dropInto(parentId, event).catch(() => undefined)
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
        <div className={css.tools}>
          <Segmented
            label={say('look')}
            hideLabel
            value={look}
            onChange={setLook}
            options={LOOKS.map((value) => ({ value, label: say(`looks.${value}`) }))}
          />
        </div>
        {query.place !== 'recent' && query.place !== 'bin' && (
          <div className={css.order}>
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
      <DocumentList key={documentKey(query)} query={query} look={look} active={active} onGo={go} onAsk={setAsked} />
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
