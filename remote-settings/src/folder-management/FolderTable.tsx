import type { Folder } from '@yanshu/contracts'
import { useFormat } from '@yanshu/shell-api'
import { Button } from '@yanshu/ui'
import { type CSSProperties, type ReactNode, useId } from 'react'
import { ColumnTitles } from '../columns/ColumnTitles.tsx'
import { useWords } from '../useWords.ts'
import css from './folders.module.css'
import { RowActions } from './RowActions.tsx'
import type { RowAction } from './rowAction.ts'
import type { RowOrder } from './useRowOrder.ts'

interface PartProps {
  title: string
  add?: { label: string; run: () => void }
  /** Shown when there is nothing to list. */
  nothing?: string | undefined
  /** The head of the column of switches. */
  switches?: string
  children: ReactNode
}

/** A table of folders or labels under its heading. */
export function Part({ title, add, nothing, switches, children }: PartProps) {
  const say = useWords()
  const id = useId()
  return (
    <section aria-labelledby={id} className={css.part}>
      <div className={css.partHead}>
        <h2 id={id}>{title}</h2>
        {add && (
          <Button icon="plus" size="small" onClick={add.run}>
            {add.label}
          </Button>
        )}
      </div>
      {nothing ? (
        <p className={css.nothing}>{nothing}</p>
      ) : (
        <table aria-labelledby={id} className={css.table}>
          <ColumnTitles
            table="folders"
            columns={[
              { id: 'name', title: say('folders.name') },
              { id: 'mails', title: say('folders.mails'), className: css.number },
              { id: 'unread', title: say('folders.unread'), className: css.number },
              { id: 'size', title: say('folders.size'), className: css.number },
              ...(switches ? [{ id: 'switch', title: switches, className: css.switch, fixed: true }] : []),
              { id: 'tools', title: say('folders.actions'), className: css.tools, fixed: true },
            ]}
            rest="name"
          />
          <tbody>{children}</tbody>
        </table>
      )}
    </section>
  )
}

interface LineProps {
  name: string
  sign: ReactNode
  place: Pick<Folder, 'mail' | 'unread' | 'spaceSize'>
  /** Undefined in tables without the column. */
  toggle?: ReactNode
  actions: readonly RowAction[]
  further?: readonly RowAction[]
  /** Undefined where the order is given. */
  order?: RowOrder | undefined
  /** Of a folder whose password has not been entered: the server does not say its numbers. */
  closed?: boolean
  /** How deep a folder lies in others; 0 at the top. */
  depth?: number
}

/** One folder or label. Where the columns of numbers have no room, they stand below the name. */
export function Line({ name, sign, place, toggle, actions, further = [], order, closed, depth = 0 }: LineProps) {
  const say = useWords()
  const { count, bytes } = useFormat()
  const numbers = closed
    ? { mails: '–', unread: '–', size: '–' }
    : { mails: count(place.mail), unread: count(place.unread), size: bytes(place.spaceSize) }
  const steps: RowAction[] = order
    ? [
        {
          id: 'up',
          label: say('manage.up'),
          icon: 'chevron-up',
          disabled: order.at === 0,
          run: () => order.move(order.at - 1),
        },
        {
          id: 'down',
          label: say('manage.down'),
          icon: 'chevron-down',
          disabled: order.at === order.all - 1,
          run: () => order.move(order.at + 1),
        },
      ]
    : []
  return (
    <tr {...order?.props} style={{ '--depth': depth } as CSSProperties}>
      <th scope="row">
        <span
          className={css.name}
          {...(order
            ? {
                // Focused, a row is moved by Alt with an arrow.
                tabIndex: 0,
                role: 'group',
                title: order.hint,
                'aria-label': order.within
                  ? say('manage.rowIn', { name, parent: order.within, at: order.at + 1, all: order.all })
                  : say('manage.row', { name, at: order.at + 1, all: order.all }),
              }
            : {})}
        >
          {sign}
          <span className={css.nameText} title={name}>
            {name}
          </span>
        </span>
        <span className={css.facts}>
          {closed ? say('manage.closed') : say('folders.facts', { count: place.mail, ...numbers })}
        </span>
      </th>
      <td className={css.number}>{numbers.mails}</td>
      <td className={css.number}>{numbers.unread}</td>
      <td className={css.number}>{numbers.size}</td>
      {toggle !== undefined && <td className={css.switch}>{toggle}</td>}
      <td className={css.tools}>
        <RowActions more={say('folders.more', { name })} actions={actions} further={[...further, ...steps]} />
      </td>
    </tr>
  )
}
