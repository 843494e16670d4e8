import { lengthOf, SUBJECT_MAX } from '@yanshu/contracts'
import { useStore, useT } from '@yanshu/shell-api'
import { Field, isComposing } from '@yanshu/ui'
import type { Composer } from './composer.ts'
import { NS } from './namespace.ts'
import css from './write.module.css'

/** The count of characters is shown from here on. */
const NEAR = SUBJECT_MAX - 20

export function SubjectField({ composer }: { composer: Composer }) {
  const say = useT(NS)
  const { letter, problems } = useStore(composer.state)
  const { subject } = letter
  const length = lengthOf(subject)
  const problem = problems.find((one) => one === 'subject-required' || one === 'subject-too-long')
  const long = length > SUBJECT_MAX
  const error =
    problem || long
      ? say(`problems.${long ? 'subject-too-long' : (problem ?? '')}`, { max: SUBJECT_MAX, now: length })
      : undefined
  return (
    <div className={css.row}>
      <span className={css.label} aria-hidden="true">
        {say('fields.subject')}
      </span>
      <Field label={say('fields.subject')} hideLabel required error={error} className={css.subjectField}>
        {(wiring) => (
          <div className={css.subjectLine}>
            <input
              {...wiring}
              type="text"
              className={css.subject}
              value={subject}
              onChange={(event) => composer.change({ subject: event.target.value })}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || isComposing(event)) return
                event.preventDefault()
                composer.body().focus()
              }}
            />
            {length > NEAR && (
              <span className={css.count} data-over={long ? '' : undefined}>
                {length} / {SUBJECT_MAX}
              </span>
            )}
          </div>
        )}
      </Field>
    </div>
  )
}
