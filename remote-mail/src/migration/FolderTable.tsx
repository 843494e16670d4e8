import type { MigrationFolder } from '@yanshu/contracts'
import { useFormat } from '@yanshu/shell-api'
import css from './migration.module.css'
import { useWords } from './words.ts'

/** Every folder with its figures, closed at first. */
export function FolderTable({ folders }: { folders: readonly MigrationFolder[] }) {
  const say = useWords()
  const { count } = useFormat()
  return (
    <details>
      <summary>{say('card.details')}</summary>
      <div className={css.scroller}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{say('card.folder')}</th>
              <th scope="col">{say('card.total')}</th>
              <th scope="col">{say('card.brought')}</th>
              <th scope="col">{say('card.known')}</th>
              <th scope="col">{say('card.noted')}</th>
            </tr>
          </thead>
          <tbody>
            {folders.map(({ names, folderName, total, brought, known, noted, state }) => (
              <tr key={names.join('\0')} data-state={state}>
                <th scope="row">
                  {names.join('/')}
                  {folderName && <small>{say('card.here', { name: folderName })}</small>}
                </th>
                <td>{count(total)}</td>
                <td>{count(brought)}</td>
                <td>{count(known)}</td>
                <td data-noted={noted > 0 ? '' : undefined}>{count(noted)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
