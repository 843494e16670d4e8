/** What a control must carry so that its label, hint and error belong to it. */
export interface FieldWiring {
  id: string
  'aria-labelledby': string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}
