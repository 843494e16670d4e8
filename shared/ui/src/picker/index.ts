import '../arco/adapter.ts'
import '../arco/picker.css'

export {
  DateField,
  type DateFieldProps,
  DateRangeField,
  type DateRangeFieldProps,
  TimeField,
  type TimeFieldProps,
} from './DateField.tsx'
