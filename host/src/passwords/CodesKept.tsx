import type { GetData } from '@yanshu/contracts'
import { useFormat, useT } from '@yanshu/shell-api'
import { Checkbox } from '@yanshu/ui'
import css from './passwords.module.css'

interface CodesKeptProps {
  codes: GetData<'user/password/rules'>['codes']
  kept: readonly number[]
  onKept: (kept: readonly number[]) => void
}

/** The authorization codes of the account: they end with the password, but those that are ticked. */
export function CodesKept({ codes, kept, onKept }: CodesKeptProps) {
  const say = useT('passwords')
  const { mailTime } = useFormat()
  return (
    <fieldset className={css.codes}>
      <legend>{say('codes.title')}</legend>
      <p className={css.lead}>{say('codes.lead')}</p>
      {codes.map(({ codeId, name, createdAt, lastUsedAt }) => (
        <Checkbox
          key={codeId}
          label={say('codes.keep', { name: name || say('codes.unnamed') })}
          hint={
            lastUsedAt === null
              ? say('codes.unused', { time: mailTime(createdAt) })
              : say('codes.used', { time: mailTime(lastUsedAt) })
          }
          checked={kept.includes(codeId)}
          onChange={(on) => onKept(on ? [...kept, codeId] : kept.filter((one) => one !== codeId))}
        />
      ))}
    </fieldset>
  )
}
