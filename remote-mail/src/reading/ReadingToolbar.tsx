import { type MailPort, MOBILE_BELOW_WIDTH_PX } from '@yanshu/contracts'
import { intents, Slot, useShortcuts } from '@yanshu/shell-api'
import { Button, IconButton, type IconName, MenuButton, type MenuEntry, Tooltip, useBodyWidth } from '@yanshu/ui'
import { useRef, useState } from 'react'
import { moveTo, recover, remove, star, toggleLabel } from '../actions/commands.ts'
import { mailEntries } from '../list-view/mailMenu.ts'
import { mailbox } from '../mailbox/mailbox.ts'
import { useWords } from '../mailbox/useMailbox.ts'
import { LabelPicker, MovePicker } from '../move-picker/MovePicker.tsx'
import { acting } from '../on-demand/acting.ts'
import { fetchPrint } from '../print/fetchPrint.ts'
import { useLater } from './laterParts.ts'
import type { MoreView } from './more/moreEntries.ts'
import css from './ReadingToolbar.module.css'
import type { ReadingPaneProps, Surroundings } from './readingProps.ts'
import { restrictedEntries } from './restrictedEntries.ts'
import type { ShownMail } from './useShownMail.ts'

/** Entries of the menu that the bar shows as buttons. */
const IN_THE_BAR: ReadonlySet<string> = new Set(['reply', 'replyAll', 'forward', 'line-1'])

interface WordButtonProps {
  icon: IconName
  label: string
  shortcut: string
  disabled?: boolean
  onClick: () => void
}

/** A button with its word beside the icon while there is room. */
function WordButton({ icon, label, shortcut, disabled = false, onClick }: WordButtonProps) {
  return (
    <Tooltip text={label} shortcut={shortcut} redundant>
      <Button variant="text" icon={icon} aria-label={label} className={css.word} disabled={disabled} onClick={onClick}>
        {label}
      </Button>
    </Tooltip>
  )
}

interface ReadingToolbarProps extends Omit<ReadingPaneProps, 'mailId'>, Pick<Surroundings, 'others'> {
  mailId: number
  mail: ShownMail
  port: MailPort
}

/** What can be done with the mail. */
export function ReadingToolbar({
  mailId,
  active,
  mail,
  labels,
  onBack,
  onNext,
  onPrevious,
  onLeave,
  port,
  others,
}: ReadingToolbarProps) {
  const say = useWords()
  const { row, detail, allowRemote } = mail
  const [menu, setMenu] = useState<'label' | null>(null)
  const [picking, setPicking] = useState(false)
  const later = useLater()
  const [opened, setOpened] = useState<MoreView | null>(null)
  // The bar stays from mail to mail, for making it anew is a good part of opening one; what it had open does not.
  const [shownFor, setShownFor] = useState(mailId)
  if (shownFor !== mailId) {
    setShownFor(mailId)
    setMenu(null)
    setPicking(false)
    setOpened(null)
  }
  const moveButton = useRef<HTMLButtonElement>(null)
  const labelButton = useRef<HTMLButtonElement>(null)
  const role = row ? mailbox().roleOf(row.mailboxId) : undefined
  // Where there is no room, the menu has what the bar has not.
  const width = useBodyWidth()
  const narrow = width > 0 && width < MOBILE_BELOW_WIDTH_PX
  const write = (kind: 'reply' | 'replyAll' | 'forward') =>
    void intents.send('compose.open', { kind, mailId }).catch(() => undefined)
  const print = () => {
    if (!detail) return
    if (others) others.print(detail, allowRemote)
    else acting(fetchPrint, (paper) => paper.printDetail(detail, allowRemote))
  }
  useShortcuts(
    [
      {
        keys: 'Mod+P',
        label: say('action.print'),
        group: say('keys.group'),
        when: () => detail !== undefined,
        allowInInput: true,
        run: print,
      },
    ],
    active,
  )
  const removeIt = async () => {
    // The neighbour is chosen while this mail still stands between others.
    if (role === 'trash') {
      if (await remove([mailId])) onLeave()
      return
    }
    onLeave()
    await remove([mailId])
  }
  const isRestricted = detail?.restricted === true
  const whyNot = (action: string) => say('reading.restricted', { action })
  const entries: readonly MenuEntry[] = row
    ? [
        ...mailEntries({
          ...{ rows: [row], role, onLeave, onPrint: print },
          onMove: () => setPicking(true),
          onLabel: () => setMenu('label'),
        }).filter((entry) => narrow || !IN_THE_BAR.has(entry.id)),
        ...(later?.moreEntries({
          ...{ row, detail, dark: mail.rendering.dark, onOpen: setOpened },
          onPrintThread: (mail) => acting(fetchPrint, (paper) => paper.printConversation(mail)),
        }) ?? []),
      ]
    : []
  const more = isRestricted ? restrictedEntries(entries, whyNot) : entries
  return (
    <div role="toolbar" aria-label={say('reading.toolbar')} className={css.toolbar}>
      {onBack && <IconButton icon="chevron-left" label={say('keys.back')} shortcut="u" onClick={onBack} />}
      <WordButton icon="reply" label={say('action.reply')} shortcut="r" onClick={() => write('reply')} />
      {!narrow && (
        <>
          <WordButton icon="reply-all" label={say('action.replyAll')} shortcut="a" onClick={() => write('replyAll')} />
          <WordButton
            icon="forward"
            label={isRestricted ? whyNot(say('action.forward')) : say('action.forward')}
            shortcut="f"
            disabled={isRestricted}
            onClick={() => write('forward')}
          />
        </>
      )}
      <span className={css.rule} />
      {role === 'trash' && (
        <IconButton
          icon="undo"
          label={say('action.recover')}
          onClick={() => {
            onLeave()
            recover([mailId])
          }}
        />
      )}
      <WordButton
        icon="trash"
        label={say(role === 'trash' ? 'action.deleteForGood' : 'action.delete')}
        shortcut="#"
        onClick={() => void removeIt()}
      />
      <IconButton
        ref={moveButton}
        icon="move"
        label={say('action.moveTo')}
        shortcut="v"
        aria-haspopup="dialog"
        aria-expanded={picking}
        onClick={() => setPicking(true)}
      />
      {!narrow && (
        <IconButton
          ref={labelButton}
          icon="label"
          label={say('action.label')}
          shortcut="l"
          aria-haspopup="dialog"
          onClick={() => setMenu('label')}
        />
      )}
      <IconButton
        icon={row && row.color > 0 ? 'star-filled' : 'star'}
        label={say(row && row.color > 0 ? 'action.unstar' : 'action.star')}
        shortcut="s"
        pressed={row ? row.color > 0 : undefined}
        onClick={() => star([mailId], row && row.color > 0 ? 0 : 1)}
      />
      <MenuButton icon="more" label={say('action.more')} items={more} placement="bottom-start" />
      {detail && <Slot name="mail.tool" major={1} props={{ mail: detail, port }} />}
      <span className={css.spring} />
      {!narrow && (onNext || onPrevious) && (
        <>
          <IconButton
            icon="chevron-up"
            label={say('keys.previous')}
            shortcut="k"
            disabled={!onPrevious}
            onClick={onPrevious}
          />
          <IconButton icon="chevron-down" label={say('keys.next')} shortcut="j" disabled={!onNext} onClick={onNext} />
        </>
      )}
      <MovePicker
        open={picking}
        anchor={moveButton}
        current={row?.mailboxId}
        onClose={() => setPicking(false)}
        onPick={(folder) => {
          onLeave()
          moveTo([mailId], folder)
        }}
      />
      <LabelPicker
        open={menu === 'label'}
        anchor={narrow ? moveButton : labelButton}
        rows={row ? [row] : []}
        labels={labels}
        onToggle={(id, on) => toggleLabel([mailId], id, on)}
        onClose={() => setMenu(null)}
      />
      {later && opened && row && (
        <later.Opened which={opened} row={row} port={port} others={others} onClose={() => setOpened(null)} />
      )}
    </div>
  )
}
