import { CALENDAR_COLORS } from '@yanshu/contracts'
import { lazyPart } from '@yanshu/shell-api'
import { Checkbox, Select, Skeleton, TextField } from '@yanshu/ui'
import { Suspense, useState } from 'react'
import type { RichFieldProps } from '../rich/RichField.tsx'
import { useWords } from '../useWords.ts'
import { categoriesIn } from './categories.ts'
import type { EventDraft } from './eventForm.ts'
import css from './form.module.css'

const RichField = lazyPart<RichFieldProps>(() => import('../rich/RichField.tsx'))

interface MoreFieldsProps {
  draft: EventDraft
  zones: readonly string[]
  /** What is wrong with the link. */
  linkError: string | undefined
  /** Another person is the organiser: only the own fields can be changed. */
  theirs: boolean
  onChange: (change: Partial<EventDraft>) => void
}

/** What few events need: a link, a description, categories, how one is shown, zone, colour. */
export function MoreFields({ draft, zones, linkError, theirs, onChange }: MoreFieldsProps) {
  const say = useWords()
  return (
    <>
      <TextField
        label={say('form.link')}
        type="url"
        value={draft.link}
        onChange={(link) => onChange({ link: link.trim() })}
        icon="link"
        error={linkError}
        disabled={theirs}
      />
      {!theirs && (
        <div className={css.rich}>
          <span aria-hidden="true">{say('form.description')}</span>
          <Suspense fallback={<Skeleton lines={4} />}>
            <RichField
              text={draft.description}
              html={draft.descriptionHtml}
              onChange={(description, descriptionHtml) => onChange({ description, descriptionHtml })}
            />
          </Suspense>
        </div>
      )}
      <CategoriesField value={draft.categories} onChange={(categories) => onChange({ categories })} />
      <div className={css.pair}>
        <Select
          label={say('form.availability')}
          value={draft.availability ?? 'busy'}
          options={(['busy', 'free', 'tentative', 'away'] as const).map((value) => ({
            value,
            label: say(`availability.${value}`),
          }))}
          onChange={(availability) => onChange({ availability })}
        />
        {!draft.allDay && (
          <Select
            label={say('form.zone')}
            value={draft.zone}
            options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
            onChange={(zone) => onChange({ zone })}
          />
        )}
      </div>
      <fieldset className={css.colors} aria-label={say('form.color')}>
        <button
          type="button"
          aria-pressed={draft.color === null}
          className={css.noColor}
          onClick={() => onChange({ color: null })}
        >
          {say('form.noColor')}
        </button>
        {Array.from({ length: CALENDAR_COLORS }, (_, at) => at + 1).map((tone) => (
          <button
            key={tone}
            type="button"
            aria-label={say('form.colorN', { number: tone })}
            aria-pressed={draft.color === tone}
            className={css.color}
            style={{ background: `var(--tone-${tone}-dot)` }}
            onClick={() => onChange({ color: tone })}
          />
        ))}
      </fieldset>
      <Checkbox
        label={say('form.private')}
        hint={say('form.privateHint')}
        checked={draft.private}
        onChange={(on) => onChange({ private: on })}
      />
    </>
  )
}

/** Categories as one line of words between commas. It is read while it is typed, and written anew when it is left. */
function CategoriesField({
  value,
  onChange,
}: {
  value: readonly string[]
  onChange: (categories: readonly string[]) => void
}) {
  const say = useWords()
  const [line, setLine] = useState(value.join(say('form.comma')))
  return (
    <TextField
      label={say('form.categories')}
      hint={say('form.categoriesHint')}
      value={line}
      onChange={(text) => {
        setLine(text)
        onChange(categoriesIn(text))
      }}
      autoComplete="off"
    />
  )
}
