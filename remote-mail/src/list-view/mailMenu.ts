import { ATTACHMENTS_MAX, FOLLOW_UP_MAILS_MAX, type FolderRole, type IntentInput } from '@yanshu/contracts'
import { go, intents, t } from '@yanshu/shell-api'
import type { IconName, MenuEntry } from '@yanshu/ui'
import { markSeen, moveToRole, recover, remove, removeForGood, star, stick } from '../actions/commands.ts'
import { fetchExport } from '../export/fetchExport.ts'
import { fetchFollowUp } from '../follow-up/fetchFollowUp.ts'
import { type ListQuery, onWhole } from '../list-window/listQuery.ts'
import type { MailRow } from '../mail-cache/mailCache.ts'
import { acting } from '../on-demand/acting.ts'
import { fetchPrint } from '../print/fetchPrint.ts'
import { saveEml } from '../reading/saveEml.ts'

const say = (key: string, values?: Record<string, string | number>) => t('remote-mail', key, values)

/** What a menu about mails is made from. */
export interface MenuSubject {
  readonly rows: readonly MailRow[]
  readonly role: FolderRole | undefined
  /** Opens the choice of a folder. */
  readonly onMove: () => void
  /** Opens the choice of labels. */
  readonly onLabel: () => void
  /** Called when the mails are deleted, before they go. */
  readonly onLeave?: () => void
  /** The list that the rows stand in, where they may stand for several mails each. */
  readonly query?: ListQuery | undefined
  /** Prints the one mail that is shown; without it the mails are read to be printed. */
  readonly onPrint?: () => void
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

/** Does something with the mails of a menu. */
type Acting = (work: (ids: readonly number[]) => unknown) => () => void

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

const compose = (input: IntentInput<'compose.open'>) => intents.send('compose.open', input).catch(() => undefined)

const answer = (kind: 'reply' | 'replyAll' | 'forward' | 'editAgain' | 'draft', mailId: number) =>
  void compose({ kind, mailId })

const followUpAll = async (ids: readonly number[], sent: boolean) => (await fetchFollowUp()).followUp(ids, sent)

/** An entry of a menu; `action` names its words among those of actions. */
const entry = (
  id: string,
  action: string,
  icon: IconName,
  onSelect: () => void,
  more?: { shortcut?: string; danger?: boolean },
): MenuEntry => ({ id, label: say(`action.${action}`), icon, onSelect, ...more })

/** Several mails as one file. */
const exportEntries = (ids: readonly number[]): readonly MenuEntry[] =>
  (['zip', 'mbox'] as const).map((form) =>
    entry(form, form, 'download', () => acting(fetchExport, (views) => views.exportMails(ids, form))),
  )

/** Everything that can be done with mails in this place: for the right-click menu and "more". */
export function mailEntries({
  rows,
  role,
  onMove,
  onLabel,
  onLeave,
  onPrint,
  query,
}: MenuSubject): readonly MenuEntry[] {
  const ids = rows.map((row) => row.mailId)
  const [only] = rows.length === 1 ? rows : []
  const whole = query?.kind === 'own' ? query.whole : undefined
  const unread = rows.some(({ seen, mailId }) => !seen || whole?.isUnread(mailId))
  const act: Acting = (work) => () => void onWhole(query, ids, work)
  const sticky = rows.every((row) => row.sticky)
  const draft = role === 'drafts'
  const leave = (work: (all: readonly number[]) => Promise<boolean>) =>
    act((all) => void work(all).then((gone) => gone && onLeave?.()))
  const one: readonly MenuEntry[] =
    only && !draft
      ? [
          entry('reply', 'reply', 'reply', () => answer('reply', only.mailId), { shortcut: 'r' }),
          entry('replyAll', 'replyAll', 'reply-all', () => answer('replyAll', only.mailId), { shortcut: 'a' }),
          entry('forward', 'forward', 'forward', () => answer('forward', only.mailId), { shortcut: 'f' }),
          entry('tab', 'openTab', 'external', () => go(`/reply/${only.mailboxId}/${only.mailId}`)),
          { kind: 'separator', id: 'line-1' },
        ]
      : []
  return [
    ...one,
    ...(draft || ids.length > ATTACHMENTS_MAX
      ? []
      : [entry('attach', 'forwardAttached', 'attach', () => void compose({ kind: 'forward', attached: ids }))]),
    ...(only && role === 'sent' ? [entry('again', 'editAgain', 'edit', () => answer('editAgain', only.mailId))] : []),
    entry(
      'seen',
      unread ? 'markSeen' : 'markUnseen',
      unread ? 'mail-open' : 'mail',
      act((all) => markSeen(all, unread)),
      {
        shortcut: unread ? 'Shift+I' : 'Shift+U',
      },
    ),
    { kind: 'submenu', id: 'stars', label: say('action.star'), icon: 'star', items: starEntries(rows) },
    entry(
      'sticky',
      sticky ? 'unstick' : 'stick',
      'pin',
      // One mail on top keeps its conversation there.
      sticky ? act((all) => stick(all, false)) : () => stick(ids, true),
    ),
    entry('labels', 'label', 'label', onLabel, { shortcut: 'l' }),
    ...(draft || role === 'trash' || role === 'spam' || ids.length > FOLLOW_UP_MAILS_MAX
      ? []
      : [entry('followUp', 'followUp', 'clock', () => void followUpAll(ids, role === 'sent').catch(() => undefined))]),
    ...(draft ? [] : [entry('move', 'moveTo', 'move', onMove, { shortcut: 'v' })]),
    { kind: 'separator', id: 'line-2' },
    ...(role === 'trash'
      ? [
          entry(
            'recover',
            'recover',
            'undo',
            leave(async (all) => recover(all) === undefined),
          ),
        ]
      : []),
    ...(role === 'spam'
      ? [
          entry(
            'notSpam',
            'notSpam',
            'shield',
            leave(async (all) => moveToRole(all, 'inbox') === undefined),
          ),
        ]
      : draft || role === 'sent'
        ? []
        : [
            entry(
              'spam',
              'spam',
              'spam',
              leave(async (all) => moveToRole(all, 'spam') === undefined),
            ),
          ]),
    entry('print', 'print', 'print', onPrint ?? (() => acting(fetchPrint, (paper) => paper.printMails(ids))), {
      ...(onPrint ? { shortcut: 'Mod+P' } : {}),
    }),
    ...(only && !draft ? [entry('eml', 'saveEml', 'download', () => saveEml(only))] : []),
    ...(only ? [] : exportEntries(ids)),
    { kind: 'separator', id: 'line-3' },
    entry('delete', draft ? 'discard' : role === 'trash' ? 'deleteForGood' : 'delete', 'trash', leave(remove), {
      shortcut: '#',
      danger: true,
    }),
    ...(role === 'trash' || draft
      ? []
      : [entry('final', 'deleteForGood', 'trash', leave(removeForGood), { danger: true })]),
  ]
}
