import type { MigrationFolder } from '@yanshu/contracts'
import { useFormat } from '@yanshu/shell-api'
import css from './migration.module.css'
import { useMigrationWords } from './words.ts'

/** Figures of a run, and of one that only counts. */
const BROUGHT = ['total', 'brought', 'known', 'noted'] as const
const SENT = [...BROUGHT, 'thereFound'] as const
const COUNTED = ['total', 'bring', 'already', 'tooLarge', 'broken', 'deleted'] as const
const COUNTED_TO_SEND = ['total', 'bring', 'already', 'restricted', 'tooLarge', 'broken'] as const

interface FolderTableProps {
  folders: readonly MigrationFolder[]
  dry: boolean
  /** Whether mail goes to the other server. */
  isOut: boolean
}

/** Every folder with its figures, closed at first. */
export function FolderTable({ folders, dry, isOut }: FolderTableProps) {
  const say = useMigrationWords()
  const { count } = useFormat()
  const columns = isOut ? (dry ? COUNTED_TO_SEND : SENT) : dry ? COUNTED : BROUGHT
  const words = isOut ? 'out.card' : 'card'
  return (
    <details>
      <summary>{say('card.details')}</summary>
      <div className={css.scroller}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{say('card.folder')}</th>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {say(`${words}.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {folders.map((folder) => (
              <tr key={folder.names.join('\0')} data-state={folder.state}>
                <th scope="row">
                  {folder.names.join('/')}
                  {folder.folderName && <small>{say(`${words}.here`, { name: folder.folderName })}</small>}
                  {folder.reason && <small>{say(`out.left.${folder.reason}`)}</small>}
                </th>
                {columns.map((name) => {
                  const mails = figureOf(folder, name)
                  return (
                    <td key={name} data-noted={name === 'noted' && mails > 0 ? '' : undefined}>
                      {count(mails)}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

type Column = (typeof SENT)[number] | (typeof COUNTED)[number] | (typeof COUNTED_TO_SEND)[number]

function figureOf(folder: MigrationFolder, name: Column): number {
  switch (name) {
    case 'total':
    case 'brought':
    case 'known':
    case 'noted':
      return folder[name]
    case 'thereFound':
      return folder.thereFound ?? 0
    default:
      return folder.estimate?.[name] ?? 0
  }
}
