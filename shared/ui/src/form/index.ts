import '../arco/adapter.ts'
import '../arco/form.css'

export { SearchSelect, type SearchSelectOption, type SearchSelectProps } from './SearchSelect.tsx'
