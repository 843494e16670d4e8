import { noHeaders, readHeader } from '../../mailflow/reading/readHeader.ts'
import type { ArrivingMail, Decision, DeliveryStep, StepRecipient } from '../../mailflow/steps/deliveryStep.ts'
import type { Context } from '../../store/context/context.ts'
import { allowedForwards } from '../forwarding/index.ts'
import { readSettings } from '../settings/index.ts'
import { judgeRules, type RuleOutcome } from './judgeRules.ts'
import { type RuleBook, ruleBooks } from './ruleBooks.ts'
import { type FoldedMail, foldMail, type RuleMail } from './ruleMail.ts'
import { createTurns, searchApart } from './searchApart.ts'

/** Said to a sender whose mail a rule refuses, after the reason of the recipient. */
const REFUSED = '收件人拒收此邮件 / The recipient does not take this mail'

/** Sorts mail by the rules of those who get it (§3), and lays the mail of blocked senders into spam. */
export const classificationStep: DeliveryStep = {
  name: 'rules',
  async judge(mail, recipients, { context }) {
    const ids = recipients.flatMap(({ accountId }) => accountId ?? [])
    const books = await ruleBooks(context, ids)
    if (books.size === 0) return null
    const needsHeaders = [...books.values()].some(({ needs }) => needs.headers)
    const header = needsHeaders ? await readHeader(context, mail.rawHash) : noHeaders
    const seen = foldMail(ruleMailOf(mail, header))
    await searchApart(context, seen, {
      body: [...books.values()].some(({ needs }) => needs.body),
      bodyValues: Math.max(...[...books.values()].map(({ needs }) => needs.bodyValues)),
    })
    const decisions = new Map<string, Decision>()
    const turns = createTurns()
    for (const recipient of recipients) {
      await turns.pause()
      const book = recipient.accountId === null ? undefined : books.get(recipient.accountId)
      const decision = book ? await decide(context, mail, seen, recipient, book) : null
      if (decision) decisions.set(recipient.address, decision)
    }
    return decisions
  },
}

const ruleMailOf = (mail: ArrivingMail, header: RuleMail['header']): RuleMail => ({
  sender: mail.from,
  get recipients() {
    return [...mail.to, ...mail.cc]
  },
  subject: mail.subject,
  body: mail.text,
  size: mail.size,
  attachmentNames: mail.attachments.map(({ name }) => name),
  hasAttachment: mail.hasAttachment,
  receivedAt: mail.receivedAt,
  header,
})

/** How a sender stands on the lists: the address before its domain, and that before the domains above it. */
export function listedAs(senders: RuleBook['senders'], address: string): 'blocked' | 'allowed' | null {
  if (senders.size === 0) return null
  const own = address.toLowerCase()
  const known = senders.get(own)
  if (known) return known
  for (let domain = own.slice(own.lastIndexOf('@') + 1); domain !== ''; ) {
    const kind = senders.get(`@${domain}`)
    if (kind) return kind
    const dot = domain.indexOf('.')
    domain = dot < 0 ? '' : domain.slice(dot + 1)
  }
  return null
}

async function decide(
  context: Context,
  mail: ArrivingMail,
  seen: FoldedMail,
  recipient: StepRecipient,
  book: RuleBook,
): Promise<Decision | null> {
  const listed = listedAs(book.senders, mail.from.address)
  if (listed === 'blocked') {
    return { place: { role: 'spam' }, notes: [{ outcome: 'blocked', key: mail.from.address.toLowerCase() }] }
  }
  const inSpam = 'role' in recipient.place && recipient.place.role === 'spam'
  // A mail from outside that names one of our own domains may be forged: being allowed does not help it.
  const freed = inSpam && listed === 'allowed' && !mail.claimsOwnDomain
  if (inSpam && !freed) return null
  const timeZone =
    book.needs.time && recipient.accountId !== null ? (await readSettings(context, recipient.accountId)).timeZone : 0
  const outcome = judgeRules(book.rules, seen, timeZone)
  const base: Decision = freed ? { place: { role: 'inbox' } } : {}
  if (outcome.matched.length === 0) return freed ? base : null
  return { ...base, ...(await decisionOf(context, mail, recipient, outcome)) }
}

async function decisionOf(
  context: Context,
  mail: ArrivingMail,
  { accountId, address }: StepRecipient,
  outcome: RuleOutcome,
): Promise<Decision> {
  const matched = outcome.matched.map((ruleId) => ({ outcome: 'matched', key: `${ruleId}` }))
  if (outcome.reject !== null) {
    const reason = outcome.reject ? `${outcome.reject} · ${REFUSED}` : REFUSED
    const detail = { subject: mail.subject, from: mail.from.address, reason: outcome.reject }
    const kept = { outcome: 'rejected', key: mail.rfcMessageId, detail }
    return { refuse: { status: '5.7.1', reason }, notes: [...matched, kept] }
  }
  const forwards =
    outcome.forward.length > 0 && accountId !== null
      ? await allowedForwards(context, accountId, mail, outcome.forward)
      : []
  return {
    ...(outcome.deletes
      ? { place: { role: 'trash' } as const }
      : outcome.folderId === null
        ? {}
        : { place: { folderId: outcome.folderId } }),
    ...(outcome.read ? { seen: true } : {}),
    ...(outcome.star > 0 ? { color: outcome.star } : {}),
    ...(outcome.quiet ? { quiet: true } : {}),
    labelIds: outcome.labelIds,
    ...(forwards.length > 0 ? { recipients: [address, ...forwards] } : {}),
    notes: [
      ...matched,
      ...(forwards.length > 0
        ? [{ outcome: 'forwarded', key: mail.rfcMessageId, detail: { to: forwards, subject: mail.subject } }]
        : []),
    ],
  }
}
