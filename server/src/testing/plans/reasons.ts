interface Reason {
  /** Below `server/src`. */
  readonly file: string
  readonly tables: readonly string[]
  readonly why: string
}

/** What is removed because of its age: a row is read once, when it goes. */
const AGED = 'what has expired since the sweep before, each row once'

/** Which files read many rows of which tables, and why that is right. Each is a decision: name the bound that holds. */
export const REASONS: readonly Reason[] = [
  { file: 'areas/telemetry/beacon.repository.ts', tables: ['beacon_count', 'beacon_error'], why: AGED },
  { file: 'store/tickets/tickets.ts', tables: ['ticket'], why: AGED },
  { file: 'store/sweep/sweepStore.ts', tables: ['draft_client', 'import_progress'], why: AGED },
  {
    file: 'store/sweep/sweepMessages.ts',
    tables: ['garbage_message', 'outgoing_recipient'],
    why: 'what was noted since the sweep before, in the order of the notes; failures that are not reported yet, by their index',
  },
  { file: 'store/sweep/sweepBlobs.ts', tables: ['garbage_blob'], why: 'what was noted since the sweep before' },
  {
    file: 'store/sweep/sweepUploads.ts',
    tables: ['outgoing'],
    why: 'once a day for each upload that a letter keeps, in steps of 200: the letters that its account has sent',
  },
  { file: 'store/backup/backup.ts', tables: ['blob'], why: 'a backup copies everything' },
  {
    file: 'store/search/wordPlaces.ts',
    tables: ['word_place'],
    why: 'a stretch of places that its caller bounds: one, or `NEAR`',
  },
  {
    file: 'store/search/findOnPostgres.ts',
    tables: ['mail_words', 'mail'],
    why: 'the hits of a search, by their words; what takes longer than `longReadMs` is ended',
  },
  {
    file: 'store/search/oldIndex.ts',
    tables: ['mail_to_index'],
    why: 'after an upgrade alone, until the old index is empty',
  },
  {
    file: 'store/queue/holdQueue.ts',
    tables: ['outgoing', 'outgoing_recipient', 'delivery_effect'],
    why: 'all that waits is held, once, when a backup is restored',
  },
  {
    file: 'mailflow/outgoing/dispatcher.ts',
    tables: ['outgoing_recipient'],
    why: 'recipients that wait, in indexes that hold no others; twenty mails at a time',
  },
  {
    file: 'areas/contacts/keepPeople.ts',
    tables: ['contact'],
    why: 'counts the contacts of one account, at most CONTACTS_MAX',
  },
]

export const reasonFor = (file: string, table: string): Reason | undefined =>
  REASONS.find((one) => one.file === file && one.tables.includes(table))
