import type { Beginning } from './startWriting.ts'

/** What an empty new letter of a test begins with. */
export const testBeginning = (changes: Partial<Beginning> = {}): Beginning => ({
  params: { senders: [], signature: '', maxMessageSize: 1_000, controlFileTypes: [] },
  window,
  entryKey: 'test',
  kind: 'new',
  sourceMailId: null,
  from: '',
  recipients: { to: [], cc: [], bcc: [] },
  subject: '',
  plain: true,
  spacing: 'normal',
  wordSize: 14,
  body: '',
  quote: null,
  paper: null,
  signatureUse: 'forNew',
  attachments: [],
  unfinished: [],
  priority: 3,
  requestReceipt: false,
  draft: null,
  restored: false,
  clientId: 'client-of-this-letter',
  ...changes,
})
