import { type FolderRole, MAX_MAILS_PER_ACTION } from '@yanshu/contracts'
import { loginScope, useFormat } from '@yanshu/shell-api'
import {
  Checkbox,
  confirm,
  cx,
  IconButton,
  type IconName,
  NOTHING,
  notify,
  onlySelected,
  type Selection,
} from '@yanshu/ui'
import { useEffect, useRef, useState } from 'react'
import { collectOrWarn } from '../actions/commands.ts'
import head from '../list-view/ListHeader.module.css'
import { type ListQuery, listKey } from '../list-window/listQuery.ts'
import { mailbox } from '../mailbox/mailbox.ts'
import { useWords } from '../mailbox/useMailbox.ts'
import { MovePicker } from '../move-picker/MovePicker.tsx'
import { type BulkAct, bulkActs } from './bulkActs.ts'
import { bulkKeys } from './bulkKeys.ts'
import { runBulk } from './bulkRun.ts'
import { type MarkedList, readMarked } from './marked.ts'
import { useTriageWords } from './words.ts'

interface BulkBarProps {
  query: ListQuery
  /** Mails that were taken out of the selection, and those that came after it was made. */
  except: ReadonlySet<string>
  role?: FolderRole | undefined
  folderId?: number | undefined
  /** Opened by the keyboard: the choice of a folder or of labels. */
  asked: 'move' | 'label' | null
  onAsked: () => void
  onSelection: (selection: Selection) => void
}

/** Stands in place of the header while a long list is marked as a whole: acts on what it had then, in steps. */
export function BulkBar(props: BulkBarProps) {
  const { query, except, folderId, asked, onAsked, onSelection } = props
  const role = props.role ?? roleOfSearch(query)
  const onClose = () => onSelection(NOTHING)
  const say = useTriageWords()
  const sayMail = useWords()
  const format = useFormat()
  const key = listKey(query)
  const marked = useMarked(query, key, onClose)
  const [choosing, setChoosing] = useState(false)
  const move = useRef<HTMLButtonElement>(null)
  const mails = marked?.mails.filter(({ mailId }) => !except.has(String(mailId))) ?? []
  const isForGood = role === 'trash' || role === 'drafts'
  const login = loginScope()
  const acts = bulkActs(login)

  const act = async (what: BulkAct, ask = false) => {
    if (!marked) return
    if (ask && !(await confirmForGood(say, sayMail, what.name, mails.length))) return
    if (login.signal.aborted) return
    // What was marked is known; what the list shows from here on is not.
    onClose()
    await runBulk(what, mails)
  }
  /** Selects the same mails one by one, for what is done to them in one call. */
  const selectEach = async () => {
    const ids = await collectOrWarn(query, except)
    const were = new Set(mails.map(({ mailId }) => mailId))
    if (ids && !login.signal.aborted) onSelection(onlySelected(ids.filter((id) => were.has(id)).map(String)))
  }
  const remove = () => act(role === 'trash' ? acts.forGood : role === 'drafts' ? acts.discard : acts.bin, isForGood)
  const byKey: Partial<Record<string, () => void>> = {
    delete: () => void remove(),
    seen: () => void act(acts.seen),
    unseen: () => void act(acts.unseen),
    move: () => setChoosing(true),
  }
  useEffect(() =>
    bulkKeys.on(({ list, action }) => {
      if (list !== key) return
      const pressed = byKey[action]
      if (pressed) pressed()
      else notify.info(say('bulk.notForAll'))
    }),
  )

  useEffect(() => {
    if (asked !== 'label') return
    notify.info(say('bulk.notForAll'))
    onAsked()
  }, [asked, onAsked, say])

  const button = (icon: IconName, label: string, shortcut: string | undefined, onClick: () => void) => (
    <IconButton icon={icon} label={label} shortcut={shortcut} disabled={!marked} onClick={onClick} />
  )
  return (
    <div role="toolbar" aria-label={sayMail('select.bar')} aria-busy={!marked} className={cx(head.header, head.bar)}>
      <Checkbox label={sayMail('select.all')} hideLabel checked mixed={false} onChange={onClose} className={head.all} />
      <span className={head.count} aria-live="polite">
        {marked
          ? say(marked.more ? 'bulk.first' : 'bulk.marked', { count: format.count(mails.length) })
          : say('bulk.marking')}
      </span>
      {role === 'trash' && button('undo', sayMail('action.recover'), undefined, () => void act(acts.recover))}
      {button(
        'trash',
        sayMail(role === 'trash' ? 'action.deleteForGood' : role === 'drafts' ? 'action.discard' : 'action.delete'),
        '#',
        () => void remove(),
      )}
      {role !== 'drafts' && (
        <IconButton
          ref={move}
          icon="move"
          label={sayMail('action.moveTo')}
          shortcut="v"
          aria-haspopup="dialog"
          disabled={!marked}
          onClick={() => setChoosing(true)}
        />
      )}
      {button('mail-open', sayMail('action.markSeen'), 'Shift+I', () => void act(acts.seen))}
      {button('mail', sayMail('action.markUnseen'), 'Shift+U', () => void act(acts.unseen))}
      <IconButton
        icon="more"
        label={sayMail('action.more')}
        disabled={!marked || mails.length > MAX_MAILS_PER_ACTION}
        onClick={() => void selectEach()}
      />
      <IconButton icon="close" label={sayMail('select.none')} onClick={onClose} />
      <MovePicker
        open={choosing || asked === 'move'}
        anchor={move}
        current={folderId}
        onClose={() => {
          setChoosing(false)
          onAsked()
        }}
        onPick={(folder) => void act(acts.moveTo(folder.folderId))}
      />
    </div>
  )
}

/** The role of the folder that a list of hits is about alone. */
function roleOfSearch(query: ListQuery): FolderRole | undefined {
  const id = query.kind === 'search' ? query.search.mailboxId : query.kind === 'own' ? query.folderId : 0
  return id ? mailbox().roleOf(Number(id)) : undefined
}

type Say = (key: string, values?: Record<string, string | number>) => string

const confirmForGood = (say: Say, sayMail: Say, name: BulkAct['name'], count: number): Promise<boolean> =>
  confirm({
    title: say(`bulk.${name}.ask`, { count }),
    text: sayMail('confirm.deleteText'),
    yes: sayMail(name === 'discard' ? 'action.discard' : 'action.deleteForGood'),
    danger: true,
  })

/** The mails that the list had when it was marked; null while they are asked for. */
function useMarked(query: ListQuery, key: string, onFailed: () => void) {
  const say = useTriageWords()
  const [marked, setMarked] = useState<MarkedList | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with the list
  useEffect(() => {
    const control = new AbortController()
    readMarked(query, control.signal).then(setMarked, () => {
      if (control.signal.aborted) return
      notify.error(say('bulk.notMarked'))
      onFailed()
    })
    return () => control.abort()
  }, [key])
  return marked
}
