/** What every field that chooses a zone is given. */
export interface ZoneFieldProps {
  label: string
  placeholder: string
  /** Whole hours from GMT. */
  value: number
  options: readonly { readonly value: number; readonly label: string; readonly keywords: string }[]
  onChange: (value: number) => void
}
