import type { Beginning } from './beginning.ts'
import type { WrittenLetter } from './writtenLetter.ts'

/** What an empty new letter of a test begins with. */
export const testBeginning = ({
  letter,
  ...changes
}: Partial<Omit<Beginning, 'letter'>> & { readonly letter?: Partial<WrittenLetter> } = {}): Beginning => ({
  params: { senders: [], signature: '', maxMessageSize: 1_000, controlFileTypes: [] },
  window,
  entryKey: 'test',
  letter: {
    kind: 'new',
    sourceMailId: null,
    from: '',
    recipients: { to: [], cc: [], bcc: [] },
    subject: '',
    options: {},
    plain: true,
    spacing: 'normal',
    wordSize: 14,
    quote: null,
    paper: null,
    ...letter,
  },
  body: '',
  signatureUse: 'forNew',
  attachments: [],
  unfinished: [],
  draft: null,
  restored: false,
  clientId: 'client-of-this-letter',
  ...changes,
})
