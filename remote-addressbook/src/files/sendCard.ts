import type { Contact } from '@yanshu/contracts'
import { http, intents, t } from '@yanshu/shell-api'
import { NS } from '../useWords.ts'

/** Begins a mail with the contact as a vCard: a draft that carries it, opened to be written. */
export async function sendCard({ contactId, name }: Pick<Contact, 'contactId' | 'name'>): Promise<void> {
  const file = await http.post('contact/card/attach', { contactId }).catch(() => null)
  const draft =
    file &&
    (await http
      .post('mail/email/drafts', {
        kind: 'new',
        sourceMailId: null,
        mailId: null,
        revision: null,
        clientId: `card-${file.fileId}`.slice(0, 64),
        to: [],
        cc: [],
        bcc: [],
        subject: t(NS, 'vcf.subject', { name }),
        html: '',
        fileIds: [file.fileId],
      })
      .catch(() => null))
  // The call has shown what failed.
  if (!draft) return
  intents.send('compose.open', { kind: 'draft', mailId: draft.mailId }).catch(() => undefined)
}
