import { useCallback, useMemo, useRef, useState } from 'react'
import { collectIds } from '../../lists/src/index.ts'
import {
  ActionBar,
  type ItemAction,
  ItemList,
  NO_SELECTION,
  type OpenItem,
  useItem,
  useItemCommands,
  useItemList,
  useListSelection,
  useTypeAhead,
} from '../../lists/src/view/index.ts'
import {
  Checkbox,
  EmptyState,
  ErrorCard,
  type FontSize,
  Icon,
  type MailListHandle,
  notify,
  ROW_HEIGHTS,
  type RowState,
  Segmented,
  type UiLanguage,
  undoable,
} from '../src/index.ts'
import css from './Files.module.css'
import { createFileShelf, type Files as FileCollection, type FileFolder } from './fileShelf.ts'
import { fileWords } from './fileWords.ts'
import { Section } from './Section.tsx'

/** The second kind of list: files by name, with what the engine does for every kind. */
export default function Files({ language, font }: { language: UiLanguage; font: FontSize }) {
  const say = fileWords[language]
  const [shelf] = useState(createFileShelf)
  const [folder, setFolder] = useState<FileFolder>('shared')
  const [refusing, setRefusing] = useState(false)
  return (
    <Section title={say.files} full>
      <div className={css.tools}>
        <Segmented
          label={say.folder}
          hideLabel
          value={folder}
          onChange={setFolder}
          options={[
            { value: 'shared', label: say.shared },
            { value: 'bin', label: say.bin },
          ]}
        />
        <Checkbox
          label={say.refuse}
          checked={refusing}
          onChange={(on) => {
            setRefusing(on)
            shelf.refuse(on)
          }}
        />
      </div>
      <FileList key={folder} shelf={shelf} folder={folder} say={say} font={font} />
    </Section>
  )
}

interface FileListProps {
  shelf: ReturnType<typeof createFileShelf>
  folder: FileFolder
  say: (typeof fileWords)[UiLanguage]
  font: FontSize
}

function FileList({ shelf, folder, say, font }: FileListProps) {
  const { files } = shelf
  const query = useMemo(() => ({ folder }), [folder])
  const { list, view } = useItemList(files, query)
  const [selection, onSelection] = useListSelection(folder, useState(NO_SELECTION), files.cache)
  const handle = useRef<MailListHandle>(null)
  const opened = useOpenFile()
  const { openId, show } = opened
  const commands = useItemCommands({
    collection: files,
    list,
    handle,
    opened,
    active: true,
    beside: true,
    selection,
    onSelection,
    open: show,
    collect: (except) =>
      collectIds(files, query, { except, most: 1_000, pageSize: 200 }).catch(() => {
        notify.error(say.refused)
        return null
      }),
    warnOnlyOne: () => void notify.warning(say.onlyOne),
  })
  const refused = () => void notify.error(say.refused)
  const move = (ids: readonly string[], to: FileFolder) => {
    void shelf.move(ids, to).catch(refused)
    undoable(say.moved(ids.length), () => void shelf.move(ids, to === 'bin' ? 'shared' : 'bin').catch(refused))
    return true
  }
  const actions: readonly ItemAction<string>[] = [
    { id: 'rename', label: say.rename, icon: 'edit', keys: 'F2', forOne: true, run: ([id]) => notify.info(`${id}`) },
    { id: 'star', label: say.star, icon: 'star', keys: '*', run: (ids) => void shelf.star(ids, true).catch(refused) },
    folder === 'bin'
      ? { id: 'back', label: say.back, icon: 'undo', run: (ids) => move(ids, 'shared') }
      : { id: 'bin', label: say.toBin, icon: 'trash', keys: 'Delete', danger: true, run: (ids) => move(ids, 'bin') },
  ]
  const nameAt = (index: number) => {
    const id = list.idAt(index)
    return id === undefined ? undefined : files.cache.row(id)?.name
  }
  const typeAhead = useTypeAhead(list, handle, nameAt)
  return (
    <div className={css.frame}>
      <div className={css.pane}>
        <ActionBar
          label={say.selected}
          actions={actions}
          commands={commands}
          selection={selection}
          total={list.length}
          onSelection={onSelection}
          words={{ all: say.all, none: say.none, count: say.count }}
        />
        <ItemList
          ref={handle}
          lists={files.lists}
          list={list}
          view={view}
          active
          opened={opened}
          beside
          selection={selection}
          onSelection={onSelection}
          label={say.files}
          rowHeight={ROW_HEIGHTS.wide[font]}
          renderRow={(id: string, state: RowState) => (
            <FileRow files={files} id={id} starred={say.starred} {...state} />
          )}
          onOpen={show}
          onKeyDown={(event, item, index) => {
            const action = actions.find(({ keys }) => keys === event.key)
            if (!action) return typeAhead(event, item, index)
            event.preventDefault()
            void commands.withTargets(action.forOne === true, action.run)
          }}
          failed={<ErrorCard what={say.failed} advice={say.failedAdvice} onRetry={() => list.retry()} />}
          empty={<EmptyState scene="none" title={say.empty} />}
        />
      </div>
      <FileDetails files={files} id={openId} label={say.details} none={say.nothingOpen} />
    </div>
  )
}

/** Which file is open; in a gallery no address names it. */
function useOpenFile(): OpenItem<string> {
  const [openId, setOpenId] = useState<string | null>(null)
  const lastOpen = useRef<string | null>(null)
  const [show] = useState(() => (id: string | null) => {
    lastOpen.current = id
    setOpenId(id)
  })
  return { openId, openNow: useCallback(() => lastOpen.current, []), show }
}

interface FileRowProps extends RowState {
  files: FileCollection
  id: string
  starred: string
}

function FileRow({ files, id, starred, selected, toggle }: FileRowProps) {
  const row = useItem(files.cache, id)
  if (!row) return null
  return (
    <div className={css.file}>
      <Checkbox label={row.name} hideLabel checked={selected} onChange={() => toggle()} />
      <span className={css.name}>{row.name}</span>
      {row.starred && <Icon name="star-filled" label={starred} />}
      <span className={css.size}>{row.bytes} B</span>
    </div>
  )
}

function FileDetails({
  files,
  id,
  label,
  none,
}: {
  files: FileCollection
  id: string | null
  label: string
  none: string
}) {
  const row = useItem(files.cache, id)
  return (
    <section aria-label={label} className={css.details}>
      <h3>{row ? row.name : none}</h3>
    </section>
  )
}
