import '../arco/adapter.ts'
import '../arco/form.css'

export { NumberField, type NumberFieldProps } from './NumberField.tsx'
export { SearchSelect, type SearchSelectOption, type SearchSelectProps } from './SearchSelect.tsx'
