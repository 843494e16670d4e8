import type { MailAddress } from '@yanshu/contracts'

export interface AnsweredMail {
  readonly from: MailAddress
  readonly replyTo: readonly MailAddress[]
  readonly to: readonly MailAddress[]
  readonly cc: readonly MailAddress[]
}

export interface AnswerRecipients {
  readonly to: MailAddress[]
  readonly cc: MailAddress[]
}

/**
 * The recipients of an answer. Reply-To takes precedence over From; an answer to a mail of one's own goes to that mail's
 * recipients. An answer to all leaves out the writer's own addresses and names each other recipient once.
 */
export function answerRecipients(mail: AnsweredMail, own: readonly string[], all: boolean): AnswerRecipients {
  const mine = new Set(own.map((address) => address.toLowerCase()))
  const isMine = ({ address }: MailAddress) => mine.has(withoutTag(address.toLowerCase()))
  const answersMyself = isMine(mail.from) && mail.replyTo.every(isMine)
  const authors = answersMyself ? mail.to : mail.replyTo.length > 0 ? mail.replyTo : [mail.from]
  if (!all) return { to: unique(authors, new Set()), cc: [] }

  const named = new Set<string>()
  const others = (people: readonly MailAddress[]) => people.filter((person) => !isMine(person))
  const to = unique(others(answersMyself ? authors : [...authors, ...mail.to]), named)
  const cc = unique(others(mail.cc), named)
  // A mail to oneself alone is answered to oneself.
  return to.length + cc.length > 0 ? { to, cc } : { to: unique(authors, new Set()), cc: [] }
}

function unique(people: readonly MailAddress[], named: Set<string>): MailAddress[] {
  return people.filter(({ address }) => {
    const key = address.toLowerCase()
    if (address === '' || named.has(key)) return false
    named.add(key)
    return true
  })
}

const withoutTag = (address: string) => address.replace(/\+[^@]*@/, '@')
