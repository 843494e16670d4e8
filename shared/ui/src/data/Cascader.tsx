import ArcoCascader from '@arco-design/web-react/es/Cascader'
import { useEffect } from 'react'
import { ArcoLocale } from '../arco/ArcoLocale.tsx'
import { useArcoField } from '../arco/useArcoField.ts'
import { Field, type FieldProps, type FieldWiring } from '../field/Field.tsx'
import { useUiLanguage } from '../messages/language.ts'

export interface CascaderOption {
  readonly value: string
  readonly label: string
  readonly disabled?: boolean | undefined
  readonly children?: readonly CascaderOption[] | undefined
}

export interface CascaderProps extends Omit<FieldProps, 'children' | 'label'> {
  label: string
  options: readonly CascaderOption[]
  /** The values from the outermost to the chosen one. */
  value: readonly string[] | undefined
  onChange: (value: readonly string[] | undefined) => void
  /** A branch can be chosen itself, not only what lies in it at last. */
  anyLevel?: boolean | undefined
  placeholder?: string | undefined
  disabled?: boolean | undefined
  clearable?: boolean | undefined
}

/** One of a hierarchy, a column for each level: a department, a province and its city. */
export function Cascader(props: CascaderProps) {
  const { label, hideLabel, hint, error, required, className } = props
  return (
    <Field {...{ label, hideLabel, hint, error, required, className }}>
      {(wiring) => <Control {...props} wiring={wiring} />}
    </Field>
  )
}

interface ArcoOption {
  value: string
  label: string
  disabled: boolean
  children?: ArcoOption[]
}

const toArco = ({ value, label, disabled = false, children }: CascaderOption): ArcoOption => ({
  value,
  label,
  disabled,
  ...(children ? { children: children.map(toArco) } : {}),
})

function Control({
  label,
  options,
  value,
  onChange,
  anyLevel = false,
  placeholder,
  disabled = false,
  clearable = false,
  error,
  wiring,
}: CascaderProps & { wiring: FieldWiring }) {
  const language = useUiLanguage()
  const { holder, ...popup } = useArcoField(wiring)
  const { popupVisible } = popup
  useEffect(() => {
    const box = holder.current?.querySelector('[role=combobox]')
    if (!popupVisible || !box) return
    const root = box.closest('[role=dialog]') ?? document.body
    const say = () => sayColumns(root, box, wiring.id, label)
    const observer = new MutationObserver(say)
    say()
    observer.observe(root, { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] })
    return () => {
      observer.disconnect()
      box.removeAttribute('aria-activedescendant')
    }
  }, [popupVisible, holder, wiring.id, label])
  return (
    <ArcoLocale language={language}>
      <div ref={holder}>
        <ArcoCascader
          {...popup}
          value={value ? [...value] : []}
          onChange={(next) => onChange(Array.isArray(next) && next.length > 0 ? next.map(String) : undefined)}
          options={options.map(toArco)}
          changeOnSelect={anyLevel}
          disabled={disabled}
          allowClear={clearable}
          error={Boolean(error)}
          {...(placeholder === undefined ? {} : { placeholder })}
        />
      </div>
    </ArcoLocale>
  )
}

/**
 * Repairs Arco's cascader for screen readers: keys of the box move through the columns, but nothing announces it. Its
 * columns are menus, which a combobox must not open, so they become lists, and the box names the line under the cursor.
 */
function sayColumns(root: Element, box: Element, id: string, label: string): void {
  const lists = [...root.querySelectorAll('.arco-cascader-list')]
  let active = ''
  lists.forEach((list, level) => {
    list.setAttribute('role', 'listbox')
    list.setAttribute('aria-label', `${label} ${level + 1}`)
    ;[...list.children].forEach((line, at) => {
      const on = line.classList.contains('arco-cascader-list-item-active')
      line.id = `${id}-${level}-${at}`
      line.setAttribute('role', 'option')
      line.setAttribute('aria-selected', String(on))
      line.removeAttribute('aria-haspopup')
      line.removeAttribute('aria-expanded')
      line.setAttribute('tabindex', '-1')
      if (on) active = line.id
    })
  })
  box.setAttribute('aria-haspopup', 'listbox')
  if (active) box.setAttribute('aria-activedescendant', active)
  else box.removeAttribute('aria-activedescendant')
}
