import {
  type FolderTree as Folders,
  folders,
  go,
  useLanguage,
  useMailDrag,
  usePreference,
  useSwitch,
  useT,
} from '@yanshu/shell-api'
import { afterPaint, Button, ErrorCard, FolderTree, IconButton, Skeleton } from '@yanshu/ui'
import { memo, startTransition, useCallback, useEffect, useMemo, useState } from 'react'
import { preloadAnswerer, preloadRoute } from '../federation-state/remotes.ts'
import { useNav, useSidebarNav } from '../layout/useNav.ts'
import { DragLayer, FolderActions, QuotaBar, SidebarSections } from '../on-demand/onDemand.tsx'
import { compose } from './compose.ts'
import type { DropTarget } from './DragLayer.tsx'
import type { Asked } from './FolderActions.tsx'
import { FOLDERS_GROUP, LABELS_GROUP, MORE_GROUP, type Place, sidebarContent } from './places.ts'
import css from './sidebar.module.css'

const NONE: ReadonlyMap<string, Place> = new Map()
const GROUPS = [FOLDERS_GROUP, LABELS_GROUP, MORE_GROUP]
const CLOSED_AT_FIRST = [MORE_GROUP]
/** The longest wait for all parts of the tree, in milliseconds. */
const PARTS_WITHIN_MS = 3_000

interface SidebarProps {
  path: string
  collapsed: boolean
  /**
   * Whether folders, settings and the views of remotes have come. The tree is drawn with all of them, or after three seconds:
   * what comes later moves it.
   */
  isKnown: boolean
  /** Whether the folders could not be loaded, and how to try again. */
  failed: boolean
  onRetry: () => void
  /** Called when a place was chosen, so that a narrow screen shows it. */
  onChosen?: () => void
  /** Opens the dialog that imports mails from files. */
  onImport: () => void
}

/**
 * The tree as it was a moment ago: a mail that is read, moved or deleted changes a counter, and what was done to it is
 * drawn before that.
 */
function useFoldersLater(): Folders {
  useLanguage()
  const [tree, setTree] = useState(folders.tree)
  useEffect(() => {
    let known = false
    let callOff: (() => void) | undefined
    const draw = () => {
      callOff = undefined
      known = folders.tree().lists !== null
      startTransition(() => setTree(folders.tree()))
    }
    draw()
    const stop = folders.subscribe(() => {
      // The first folders come into an empty place. Everything later waits until what was done has been painted.
      if (known) callOff ??= afterPaint(draw)
      else draw()
    })
    return () => {
      callOff?.()
      stop()
    }
  }, [])
  return tree
}

/** Pointer or focus on the button: the editor is fetched before the click. */
const preloadWriting = () => preloadAnswerer('compose.open', 1)

const keyOf = (asked: Asked) =>
  asked.kind === 'menu' ? `${asked.place.id} ${asked.point.x} ${asked.point.y}` : asked.kind

/** Beside the name of a group: its label contains the name of the group, for screen readers. */
function AddButton({ name, onClick }: { name: string; onClick: () => void }) {
  const say = useT('shell')
  return (
    <Button size="small" variant="text" icon="plus" className={css.add} aria-label={name} onClick={onClick}>
      {say('sidebar.add')}
    </Button>
  )
}

/** Folders, views and labels with what is unread in them, and the button that writes. */
export const Sidebar = memo(function Sidebar(props: SidebarProps) {
  const { path, collapsed, isKnown, failed, onRetry, onChosen, onImport } = props
  const say = useT('shell')
  const tree = useFoldersLater()
  const drag = useMailDrag()
  const islandPersonnel = useSwitch('islandPersonnel')
  const [closed, setClosed] = usePreference<string[]>('sidebar.closed', CLOSED_AT_FIRST)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [target, setTarget] = useState<DropTarget>()
  const openPath = (next: string) => {
    // Until the manifest is there, it is not known where a folder is shown.
    if (!next) return
    onChosen?.()
    go(next, { withAnswer: true })
  }
  const addFolder = () => setAsked({ kind: 'folder' })
  const addLabel = () => setAsked({ kind: 'label' })
  const answered = useCallback(() => setAsked(null), [])

  const nav = useSidebarNav()
  // Once it is there it stays, whatever is asked for again.
  const [isDrawn, setDrawn] = useState(isKnown)
  if (isKnown && !isDrawn) setDrawn(true)
  // An answer that does not come keeps no folders away.
  useEffect(() => {
    const latest = setTimeout(() => setDrawn(true), PARTS_WITHIN_MS)
    return () => clearTimeout(latest)
  }, [])
  const content = useMemo(
    () => (isDrawn && tree.lists ? sidebarContent(tree.lists, tree.nameOf, nav, say, new Set(closed)) : null),
    [isDrawn, tree, nav, say, closed],
  )
  const folds = useMemo(() => [...GROUPS, ...(content?.branches ?? [])], [content])
  const places = content?.places ?? NONE
  const selected = [...places.values()].find((place) => place.path === path)?.id
  const expanded = useMemo(() => new Set(folds.filter((id) => !closed.includes(id))), [folds, closed])
  const [manage] = useNav('sidebar.manage')

  return (
    <nav className={css.sidebar} aria-label={say('sidebar.label')} data-collapsed={collapsed || undefined}>
      <div className={css.compose}>
        {collapsed ? (
          <IconButton
            icon="compose"
            label={say('sidebar.compose')}
            className={css.composeIcon}
            tooltip="right-start"
            onPointerEnter={preloadWriting}
            onFocus={preloadWriting}
            onClick={compose}
          />
        ) : (
          <Button
            variant="primary"
            size="large"
            icon="compose"
            wide
            onPointerEnter={preloadWriting}
            onFocus={preloadWriting}
            onClick={compose}
          >
            {say('sidebar.compose')}
          </Button>
        )}
        {islandPersonnel && (
          <IconButton
            icon="upload"
            label={say('sidebar.import')}
            className={css.import}
            tooltip="right-start"
            onClick={onImport}
          />
        )}
      </div>
      <div className={css.places}>
        {content ? (
          <FolderTree
            label={say('sidebar.label')}
            nodes={content.nodes}
            selectedId={selected}
            onSelect={(id) => {
              const place = places.get(id)
              if (place) openPath(place.path)
            }}
            onPress={(id) => {
              const place = places.get(id)
              if (place) preloadRoute(place.path)
            }}
            expanded={expanded}
            onExpandedChange={(next) => setClosed(folds.filter((id) => !next.has(id)))}
            collapsed={collapsed}
            onContextMenu={(id, point) => {
              const place = places.get(id)
              if (place) setAsked({ kind: 'menu', place, point })
            }}
            renderActions={(node) =>
              node.id === FOLDERS_GROUP ? (
                <AddButton name={say('sidebar.addFolder')} onClick={addFolder} />
              ) : node.id === LABELS_GROUP ? (
                <AddButton name={say('sidebar.addLabel')} onClick={addLabel} />
              ) : null
            }
            {...(target ? { drop: target } : {})}
          />
        ) : failed ? (
          !collapsed && <ErrorCard what={say('sidebar.loadFailed')} onRetry={onRetry} />
        ) : (
          <div className={css.loading}>
            <Skeleton lines={7} />
          </div>
        )}
        <SidebarSections collapsed={collapsed} onChosen={onChosen} />
      </div>
      {!collapsed && (
        <div className={css.foot}>
          {manage && (
            <Button
              size="small"
              variant="text"
              icon={manage.icon}
              className={css.manage}
              onClick={() => openPath(manage.path)}
            >
              {manage.label}
            </Button>
          )}
          <QuotaBar />
        </div>
      )}
      {asked && (
        <FolderActions key={keyOf(asked)} asked={asked} manage={manage?.path} openPath={openPath} onDone={answered} />
      )}
      {drag && <DragLayer key={drag.mailIds.join()} drag={drag} places={places} onTarget={setTarget} />}
    </nav>
  )
})
