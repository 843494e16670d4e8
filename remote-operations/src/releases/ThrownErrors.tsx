import { useFormat } from '@yanshu/shell-api'
import { Button } from '@yanshu/ui'
import { copyText } from '@yanshu/ui/letter'
import page from '@yanshu/ui/settingsPage.module.css'
import { useId } from 'react'
import { useWords } from '../useWords.ts'
import css from './releases.module.css'
import type { Summary } from './useReleases.ts'

type Thrown = Summary['errors'][number]

/** A stack as browsers write it, for the tool that resolves it. */
const stackOf = ({ name, frames }: Thrown): string =>
  [name, ...frames.map(({ file, line, column }) => `    at ${location.origin}${file}:${line}:${column}`)].join('\n')

/** Errors that no code caught, the most frequent first. */
export function ThrownErrors({ errors }: { errors: readonly Thrown[] }) {
  const say = useWords()
  const id = useId()
  const { dayTime } = useFormat()
  const copy = (thrown: Thrown) =>
    copyText(stackOf(thrown), { done: say('thrown.copied'), failed: say('thrown.notCopied') })
  return (
    <section aria-labelledby={id} className={page.section}>
      <div>
        <h2 id={id}>{say('thrown.title')}</h2>
        <p className={css.quiet}>{errors.length === 0 ? say('thrown.none') : say('thrown.lead')}</p>
      </div>
      {errors.length > 0 && (
        <ul className={css.history}>
          {errors.map((thrown) => {
            const { remote, version, name, frames, count, lastAt } = thrown
            const [first] = frames
            return (
              <li key={`${remote} ${version} ${stackOf(thrown)}`} className={css.head}>
                <span className={css.grow}>
                  <span>
                    <strong>{name}</strong> · {remote === 'host' ? say('host') : remote} {version}
                  </span>
                  <small className={css.quiet}>
                    {first && <code>{`${first.file}:${first.line}:${first.column}`}</code>}
                  </small>
                  <small className={css.quiet}>
                    {say('thrown.times', { count })} · {say('thrown.last', { time: dayTime(lastAt) })}
                  </small>
                </span>
                <Button size="small" icon="copy" onClick={() => void copy(thrown)}>
                  {say('thrown.copy')}
                </Button>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
