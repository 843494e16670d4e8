import ArcoSelect from '@arco-design/web-react/es/Select'
import type { ReactElement } from 'react'
import { ArcoLocale } from '../arco/ArcoLocale.tsx'
import { useArcoField } from '../arco/useArcoField.ts'
import { Field, type FieldProps, type FieldWiring } from '../field/Field.tsx'
import { type UiLanguage, useSay, useUiLanguage } from '../messages/language.ts'

export interface SearchSelectOption<T extends string> {
  readonly value: T
  readonly label: string
  /** Further words it is found by: pinyin, initials, a department. */
  readonly keywords?: string | undefined
  readonly disabled?: boolean | undefined
}

interface Common<T extends string> extends Omit<FieldProps, 'children'> {
  options: readonly SearchSelectOption<T>[]
  placeholder?: string | undefined
  disabled?: boolean | undefined
  clearable?: boolean | undefined
  /** Given when the list is searched by the server; the options are then shown as they are. */
  onSearch?: ((text: string) => void) | undefined
  loading?: boolean | undefined
  /** The language of the components when not given. */
  language?: UiLanguage | undefined
}

export type SearchSelectProps<T extends string> = Common<T> &
  (
    | { multiple?: false | undefined; value: T | undefined; onChange: (value: T | undefined) => void }
    | { multiple: true; value: readonly T[]; onChange: (value: readonly T[]) => void }
  )

/** One or several of a long list, found by typing. */
export function SearchSelect<T extends string>(props: SearchSelectProps<T>) {
  const { label, hideLabel, hint, error, required, className } = props
  return (
    <Field {...{ label, hideLabel, hint, error, required, className }}>
      {(wiring) => <Control props={props} wiring={wiring} />}
    </Field>
  )
}

function Control<T extends string>({ props, wiring }: { props: SearchSelectProps<T>; wiring: FieldWiring }) {
  const { options, placeholder, disabled, clearable, onSearch, loading, error, multiple } = props
  const say = useSay()
  const current = useUiLanguage()
  const { holder, ...popup } = useArcoField(wiring)
  const known = (value: unknown): T | undefined => options.find((option) => option.value === value)?.value
  const change = (value: unknown) => {
    if (!multiple) props.onChange(known(value))
    else if (Array.isArray(value)) props.onChange(value.map(known).filter((each) => each !== undefined))
  }
  const chosen = multiple ? [...props.value] : props.value
  return (
    <ArcoLocale language={props.language ?? current}>
      <div ref={holder}>
        {/* @ts-expect-error Arco accepts `undefined` for nothing chosen, but its types do not */}
        <ArcoSelect
          {...popup}
          {...(multiple ? { mode: 'multiple' as const } : {})}
          value={chosen}
          onChange={change}
          options={options.map(({ value, label, disabled }) => ({ value, label, disabled: disabled ?? false }))}
          {...(placeholder === undefined ? {} : { placeholder })}
          disabled={disabled ?? false}
          allowClear={clearable ?? false}
          error={Boolean(error)}
          loading={loading ?? false}
          showSearch
          {...(onSearch ? { onSearch } : {})}
          filterOption={
            onSearch
              ? false
              : (text: string, option: ReactElement) => {
                  const found = options.find((each) => each.value === optionValue(option))
                  return `${found?.label} ${found?.keywords ?? ''}`.toLowerCase().includes(text.trim().toLowerCase())
                }
          }
          notFoundContent={<div style={{ padding: '8px 12px' }}>{say('none')}</div>}
        />
      </div>
    </ArcoLocale>
  )
}

function optionValue({ props }: ReactElement): unknown {
  return typeof props === 'object' && props !== null && 'value' in props ? props.value : undefined
}
