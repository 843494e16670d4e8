import { SearchSelect } from '@yanshu/ui/form'
import type { ZoneFieldProps } from './zoneFieldProps.ts'

/** The zones with a search over their cities and offsets. */
export default function SearchTimeZone({ label, placeholder, value, options, onChange }: ZoneFieldProps) {
  return (
    <SearchSelect
      label={label}
      hideLabel
      placeholder={placeholder}
      value={`${value}`}
      options={options.map((option) => ({ ...option, value: `${option.value}` }))}
      onChange={(chosen) => chosen !== undefined && onChange(Number(chosen))}
    />
  )
}
