import { folders } from '@yanshu/shell-api'
import { Button, Chip, EmptyState } from '@yanshu/ui'
import type { ComponentType } from 'react'
import { Conversations } from '../conversations/Conversations.tsx'
import type { Arranging, MailListViewProps } from '../list-view/listProps.ts'
import { mailbox } from '../mailbox/mailbox.ts'
import { useList, useWords } from '../mailbox/useMailbox.ts'
import { type ArrangeableList, type Arrangement, arrangedList, arrangementOf, onlyText } from './arrangement.ts'
import { wayOf } from './sortEntries.ts'
import css from './triage.module.css'
import { useTriageWords } from './words.ts'

interface ArrangedProps extends MailListViewProps {
  list: ArrangeableList
  arranging: Arranging
  /** Shows a list of mails. */
  List: ComponentType<MailListViewProps>
}

/**
 * A list in another order, or some of its mails: chips name both, and each can be removed; with neither, a folder as
 * conversations.
 */
export function Arranged({ List, ...props }: ArrangedProps) {
  const { arranging, folderId, filter } = props
  const { order, only } = arranging
  const say = useTriageWords()
  if (!order && !only && folderId !== undefined) return <Conversations List={List} {...props} folderId={folderId} />
  const arranged = arrangementOf(order, only)
  const role = folderId === undefined ? undefined : folders.tree().byId(folderId)?.role
  const list = arrangedList(props.list, arranged, mailbox().roleOf)
  const isFiltered = only !== '' || (filter ?? 'any') !== 'any'
  const showAll = () => {
    arranging.onOnly('')
    props.onFilter?.('any')
  }
  return (
    <List
      {...props}
      key={folderId}
      list={list}
      above={<Chips arranging={arranging} arranged={arranged} own={role === 'sent' || role === 'drafts'} list={list} />}
      empty={
        isFiltered ? (
          <EmptyState
            scene="nothing"
            title={say('none')}
            actions={
              <Button size="small" onClick={showAll}>
                {say('showAll')}
              </Button>
            }
          />
        ) : (
          props.empty
        )
      }
    />
  )
}

interface ChipsProps {
  arranging: Arranging
  arranged: Arrangement
  own: boolean
  list: ReturnType<typeof arrangedList>
}

function Chips({ arranging: { order, only, onOrder, onOnly }, arranged, own, list }: ChipsProps) {
  const say = useTriageWords()
  const sayMail = useWords()
  const { view } = useList(list)
  const { sort, ascending, sender } = arranged
  const by = say(sort === 'sender' && own ? 'sort.recipient' : `sort.${sort}`)
  const without = (change: Partial<Arrangement>) => () => onOnly(onlyText({ ...arranged, ...change }))
  const chips = [
    ...(order
      ? [{ id: 'order', text: say('sortedBy', { by, way: say(wayOf(sort, ascending)) }), remove: () => onOrder('') }]
      : []),
    ...(arranged.files ? [{ id: 'files', text: say('only.files'), remove: without({ files: false }) }] : []),
    ...(arranged.starred ? [{ id: 'starred', text: say('only.starred'), remove: without({ starred: false }) }] : []),
    ...(sender ? [{ id: 'sender', text: say('only.sender', { sender }), remove: without({ sender: '' }) }] : []),
  ]
  return (
    <div className={css.bar}>
      <ul className={css.chips} aria-label={say('arranged')}>
        {chips.map(({ id, text, remove }) => (
          <li key={id}>
            <Chip onRemove={remove}>{text}</Chip>
          </li>
        ))}
      </ul>
      {only && view.status === 'ready' && (
        <span className={css.found} aria-live="polite">
          {sayMail('list.total', { count: view.total, mails: view.total })}
        </span>
      )}
    </div>
  )
}
