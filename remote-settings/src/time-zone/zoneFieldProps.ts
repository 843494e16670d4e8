/** What every field that chooses a zone is given. */
export interface ZoneFieldProps {
  label: string
  placeholder: string
  /** Hours from GMT, or the name of a zone of the IANA list. */
  value: string
  /** Epoch milliseconds of the minute that it is. */
  now: number
  options: readonly { readonly value: string; readonly label: string; readonly keywords: string }[]
  onChange: (value: string) => void
}
