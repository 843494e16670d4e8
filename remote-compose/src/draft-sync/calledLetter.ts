import { type DraftBody, formerFieldsOf, type LetterContent, type MailAddress } from '@yanshu/contracts'

const plainAddress = ({ name, address }: MailAddress): MailAddress => ({
  name: name.slice(0, 200),
  address: address.slice(0, 254),
})

/** A letter as the server's calls take it, within what they refuse; servers of the version before read two of its options. */
export const calledLetter = (content: LetterContent): Omit<DraftBody, 'mailId' | 'revision' | 'clientId'> => ({
  ...content,
  ...formerFieldsOf(content.options),
  subject: content.subject.slice(0, 1_000),
  to: content.to.map(plainAddress),
  cc: content.cc.map(plainAddress),
  bcc: content.bcc.map(plainAddress),
})
