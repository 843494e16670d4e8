/** Which address books and calendars of the old system are brought, too. */
export interface Books {
  readonly contacts: boolean
  readonly calendars: boolean
  /** Where they are; empty to look for them by the address. */
  readonly dav: string
}

export const NO_BOOKS: Books = { contacts: false, calendars: false, dav: '' }

/** Whether the address cannot be one: only a connection with TLS is made. */
export const isDavWrong = ({ contacts, calendars, dav }: Books): boolean =>
  (contacts || calendars) && dav !== '' && !(URL.canParse(dav) && new URL(dav).protocol === 'https:')
