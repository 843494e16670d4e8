import { noHeaders, readHeader } from '../../mailflow/reading/readHeader.ts'
import type { ArrivingMail, Decision, DeliveryStep, StepRecipient } from '../../mailflow/steps/deliveryStep.ts'
import { settingOfMany } from '../../store/profile/settings.ts'
import { allowedForwards } from '../forwarding/index.ts'
import { judgeRules, type RuleOutcome } from './judgeRules.ts'
import { type RuleBook, ruleBooks } from './ruleBooks.ts'
import { type FoldedMail, foldMail, type RuleMail } from './ruleMail.ts'
import { createTurns, searchApart } from './searchApart.ts'

/** The answer to a sender whose mail a rule refuses, after the reason of the recipient. */
const REFUSED = '收件人拒收此邮件 / The recipient does not take this mail'

/** Sorts mail by the rules of those who get it (§3), and files the mail of blocked senders into spam. */
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
    const zones = await settingOfMany(
      context,
      ids.filter((id) => books.get(id)?.needs.time),
      'timeZone',
    )
    const sorted: Sorted[] = []
    const turns = createTurns()
    for (const recipient of recipients) {
      await turns.pause()
      const { accountId } = recipient
      const book = accountId === null ? undefined : books.get(accountId)
      if (accountId === null || !book) continue
      const one = sortFor(mail, seen, recipient, book, zones.get(accountId) ?? 0)
      if (one) sorted.push({ ...one, recipient, accountId })
    }
    const wanted = new Map(sorted.map(({ accountId, outcome }) => [accountId, outcome?.forward ?? []]))
    const forwards = await allowedForwards(context, mail, wanted)
    const decisions = new Map<string, Decision>()
    for (const { base, outcome, recipient, accountId } of sorted) {
      const byRules = outcome ? decisionOf(mail, recipient, outcome, forwards.get(accountId) ?? []) : {}
      decisions.set(recipient.address, { ...base, ...byRules })
    }
    return decisions
  },
}

/** What the listed senders and the rules of one recipient say. */
interface Sorting {
  readonly base: Decision
  /** null where no rule matches, or none was asked. */
  readonly outcome: RuleOutcome | null
}

interface Sorted extends Sorting {
  readonly recipient: StepRecipient
  readonly accountId: number
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

function sortFor(
  mail: ArrivingMail,
  seen: FoldedMail,
  recipient: StepRecipient,
  book: RuleBook,
  timeZone: number,
): Sorting | null {
  const listed = listedAs(book.senders, mail.from.address)
  if (listed === 'blocked') {
    const notes = [{ outcome: 'blocked', key: mail.from.address.toLowerCase() }]
    return { base: { place: { role: 'spam' }, notes }, outcome: null }
  }
  const inSpam = 'role' in recipient.place && recipient.place.role === 'spam'
  // A mail from outside that names one of our own domains may be forged: being allowed does not help it.
  const freed = inSpam && listed === 'allowed' && !mail.claimsOwnDomain
  if (inSpam && !freed) return null
  const outcome = judgeRules(book.rules, seen, timeZone)
  const base: Decision = freed ? { place: { role: 'inbox' } } : {}
  if (outcome.matched.length === 0) return freed ? { base, outcome: null } : null
  return { base, outcome }
}

function decisionOf(
  mail: ArrivingMail,
  { address }: StepRecipient,
  outcome: RuleOutcome,
  forwards: readonly string[],
): Decision {
  const matched = outcome.matched.map((ruleId) => ({ outcome: 'matched', key: `${ruleId}` }))
  if (outcome.reject !== null) {
    const reason = outcome.reject ? `${outcome.reject} · ${REFUSED}` : REFUSED
    const detail = { subject: mail.subject, from: mail.from.address, reason: outcome.reject }
    const kept = { outcome: 'rejected', key: mail.rfcMessageId, detail }
    return { refuse: { status: '5.7.1', reason }, notes: [...matched, kept] }
  }
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
