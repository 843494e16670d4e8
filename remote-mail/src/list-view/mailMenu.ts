import type { FolderRole } from '@yanshu/contracts'
import { go, intents, t } from '@yanshu/shell-api'
import type { MenuEntry } from '@yanshu/ui'
import { markSeen, moveToRole, recover, remove, removeForGood, star, stick, toggleLabel } from '../actions/commands.ts'
import type { MailRow } from '../mail-cache/mailCache.ts'
import type { RowLabels } from './useLabels.ts'

const say = (key: string, values?: Record<string, string | number>) => t('remote-mail', key, values)

/** What a menu about mails is made from. */
export interface MenuSubject {
  readonly rows: readonly MailRow[]
  readonly role: FolderRole | undefined
  readonly labels: RowLabels
  /** Opens the choice of a folder. */
  readonly onMove: () => void
  /** Called when the mails are deleted, before they go. */
  readonly onLeave?: () => void
}

/** Names of the star's colours, from 1. */
const STAR_COLORS = ['amber', 'red', 'green', 'blue', 'violet', 'pink', 'teal'] as const
const STAR_DOTS = [
  'var(--star)',
  'var(--tone-1-dot)',
  'var(--tone-5-dot)',
  'var(--tone-8-dot)',
  'var(--tone-10-dot)',
  'var(--tone-12-dot)',
  'var(--tone-7-dot)',
]

/** The labels of mails as ticks: on when all have it. */
export function labelEntries(rows: readonly MailRow[], labels: RowLabels): readonly MenuEntry[] {
  const ids = rows.map((row) => row.mailId)
  const entries: MenuEntry[] = [...labels.values()].map(({ labelId, name, tone }) => {
    const on = rows.length > 0 && rows.every((row) => row.labelIds.includes(labelId))
    return {
      id: `label-${labelId}`,
      label: name,
      dot: `var(--tone-${tone}-dot)`,
      checked: on,
      onSelect: () => toggleLabel(ids, labelId, !on),
    }
  })
  return [
    ...entries,
    ...(entries.length > 0 ? [{ kind: 'separator', id: 'label-line' } as const] : []),
    { id: 'label-manage', label: say('label.manage'), icon: 'settings', onSelect: () => go('/set/foldermanagement') },
  ]
}

/** The colours of the star. */
export function starEntries(rows: readonly MailRow[]): readonly MenuEntry[] {
  const ids = rows.map((row) => row.mailId)
  return [
    ...STAR_COLORS.map(
      (name, at): MenuEntry => ({
        id: `star-${name}`,
        label: say(`star.${name}`),
        dot: STAR_DOTS[at],
        checked: rows.length > 0 && rows.every((row) => row.color === at + 1),
        radio: true,
        onSelect: () => star(ids, at + 1),
      }),
    ),
    { kind: 'separator', id: 'star-line' },
    { id: 'star-none', label: say('action.unstar'), onSelect: () => star(ids, 0) },
  ]
}

const answer = (kind: 'reply' | 'replyAll' | 'forward' | 'editAgain' | 'draft', mailId: number) =>
  void intents.send('compose.open', { kind, mailId }).catch(() => undefined)

/** Everything that can be done with mails in this place: for the right-click menu and "more". */
export function mailEntries({ rows, role, labels, onMove, onLeave }: MenuSubject): readonly MenuEntry[] {
  const ids = rows.map((row) => row.mailId)
  const [only] = rows.length === 1 ? rows : []
  const unread = rows.some((row) => !row.seen)
  const sticky = rows.every((row) => row.sticky)
  const draft = role === 'drafts'
  const leave = (work: () => Promise<boolean>) => () => {
    void work().then((gone) => gone && onLeave?.())
  }
  const one: MenuEntry[] =
    only && !draft
      ? [
          {
            id: 'reply',
            label: say('action.reply'),
            icon: 'reply',
            shortcut: 'r',
            onSelect: () => answer('reply', only.mailId),
          },
          {
            id: 'replyAll',
            label: say('action.replyAll'),
            icon: 'reply-all',
            shortcut: 'a',
            onSelect: () => answer('replyAll', only.mailId),
          },
          {
            id: 'forward',
            label: say('action.forward'),
            icon: 'forward',
            shortcut: 'f',
            onSelect: () => answer('forward', only.mailId),
          },
          {
            id: 'tab',
            label: say('action.openTab'),
            icon: 'external',
            onSelect: () => go(`/reply/${only.mailboxId}/${only.mailId}`),
          },
          { kind: 'separator', id: 'line-1' },
        ]
      : []
  const again: MenuEntry[] =
    only && role === 'sent'
      ? [
          {
            id: 'again',
            label: say('action.editAgain'),
            icon: 'edit',
            onSelect: () => answer('editAgain', only.mailId),
          },
        ]
      : []
  const place: MenuEntry[] = []
  if (role === 'trash') {
    place.push({
      id: 'recover',
      label: say('action.recover'),
      icon: 'undo',
      onSelect: leave(async () => recover(ids) === undefined),
    })
  }
  if (role === 'spam') {
    place.push({
      id: 'notSpam',
      label: say('action.notSpam'),
      icon: 'shield',
      onSelect: leave(async () => moveToRole(ids, 'inbox') === undefined),
    })
  } else if (!draft && role !== 'sent') {
    place.push({
      id: 'spam',
      label: say('action.spam'),
      icon: 'spam',
      onSelect: leave(async () => moveToRole(ids, 'spam') === undefined),
    })
  }
  return [
    ...one,
    ...again,
    {
      id: 'seen',
      label: say(unread ? 'action.markSeen' : 'action.markUnseen'),
      icon: unread ? 'mail-open' : 'mail',
      shortcut: unread ? 'Shift+I' : 'Shift+U',
      onSelect: () => markSeen(ids, unread),
    },
    { kind: 'submenu', id: 'stars', label: say('action.star'), icon: 'star', items: starEntries(rows) },
    {
      id: 'sticky',
      label: say(sticky ? 'action.unstick' : 'action.stick'),
      icon: 'pin',
      onSelect: () => stick(ids, !sticky),
    },
    { kind: 'submenu', id: 'labels', label: say('action.label'), icon: 'label', items: labelEntries(rows, labels) },
    ...(draft
      ? []
      : [{ id: 'move', label: say('action.moveTo'), icon: 'move', shortcut: 'v', onSelect: onMove } as const]),
    { kind: 'separator', id: 'line-2' },
    ...place,
    {
      id: 'delete',
      label: say(draft ? 'action.discard' : role === 'trash' ? 'action.deleteForGood' : 'action.delete'),
      icon: 'trash',
      shortcut: '#',
      danger: true,
      onSelect: leave(() => remove(ids)),
    },
    ...(role === 'trash' || draft
      ? []
      : [
          {
            id: 'final',
            label: say('action.deleteForGood'),
            icon: 'trash',
            danger: true,
            onSelect: leave(() => removeForGood(ids)),
          } as const,
        ]),
  ]
}
