import { isComposing, TextField } from '@yanshu/ui'

interface CodeFieldProps {
  label: string
  hint?: string | undefined
  value: string
  onChange: (code: string) => void
  maxLength: number
  error?: string | undefined
  /** What a keyboard on a screen makes of letters. */
  autoCapitalize?: 'off' | 'characters'
}

/** The field for the code of a public page. Enter that ends a composition does not send it. */
export const CodeField = ({ autoCapitalize = 'off', ...field }: CodeFieldProps) => (
  <TextField
    {...field}
    onKeyDown={(event) => event.key === 'Enter' && isComposing(event) && event.preventDefault()}
    required
    autoComplete="off"
    autoCapitalize={autoCapitalize}
  />
)
