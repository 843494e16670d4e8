import type { MigrationSource } from '@yanshu/contracts'
import { useFormat, useSettings } from '@yanshu/shell-api'
import { Checkbox } from '@yanshu/ui'
import { DateField } from '@yanshu/ui/dates'
import css from './migration.module.css'
import { isRangeWrong, type Range } from './range.ts'
import { useMigrationWords } from './words.ts'

interface FolderChoiceProps {
  folders: readonly MigrationSource[]
  range: Range
  onRange: (range: Range) => void
  /** Whether they are the folders of this mailbox. */
  isOwn?: boolean | undefined
}

/** Which folders and which days are brought, or copied to another server. */
export function FolderChoice({ folders, range, onRange, isOwn = false }: FolderChoiceProps) {
  const say = useMigrationWords()
  const format = useFormat()
  const { weekStart } = useSettings()
  const chosen = folders.filter(({ path }) => range.paths.has(path))
  const mails = chosen.reduce((sum, folder) => sum + folder.mails, 0)
  const toggle = (path: string, on: boolean) => {
    const paths = new Set(range.paths)
    if (on) paths.add(path)
    else paths.delete(path)
    onRange({ ...range, paths })
  }
  const hintOf = ({ mails: count, bytes, role }: MigrationSource) => {
    const size =
      bytes === null
        ? say('range.mails', { count: format.count(count) })
        : say('range.size', { count: format.count(count), size: format.bytes(bytes) })
    return role === null || isOwn ? size : `${size} · ${say('range.into', { folder: say(`range.role.${role}`) })}`
  }
  return (
    <div className={css.form}>
      <fieldset className={css.folders}>
        <legend>{say('range.folders')}</legend>
        <Checkbox
          label={say('range.all')}
          checked={chosen.length === folders.length}
          mixed={chosen.length > 0 && chosen.length < folders.length}
          onChange={(on) => onRange({ ...range, paths: new Set(on ? folders.map(({ path }) => path) : []) })}
        />
        <ul>
          {folders.map((folder) => (
            <li key={folder.path} style={{ paddingInlineStart: `${(folder.names.length - 1) * 20}px` }}>
              <Checkbox
                label={folder.names.at(-1)}
                hint={hintOf(folder)}
                checked={range.paths.has(folder.path)}
                onChange={(on) => toggle(folder.path, on)}
              />
            </li>
          ))}
        </ul>
      </fieldset>
      <p className={css.quiet} role="status">
        {say('range.chosen', { folders: chosen.length, mails: format.count(mails) })} · {say('range.spam')}
      </p>
      <div className={css.days}>
        <DateField
          label={say('range.since')}
          hint={say('range.sinceHint')}
          value={range.since}
          weekStart={weekStart}
          onChange={(since) => onRange({ ...range, since })}
        />
        <DateField
          label={say('range.before')}
          hint={say('range.sinceHint')}
          value={range.last}
          weekStart={weekStart}
          error={isRangeWrong(range) ? say('range.wrong') : undefined}
          onChange={(last) => onRange({ ...range, last })}
        />
      </div>
    </div>
  )
}
