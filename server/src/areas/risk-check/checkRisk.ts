import { attachmentFindings } from './attachmentRules.ts'
import { hostOf } from './domains.ts'
import { linkFindings } from './linkRules.ts'
import { readHtml } from './readHtml.ts'
import type { Finding, RiskMail, RiskRule, RiskSurroundings } from './riskMail.ts'
import { isInside, senderFindings } from './senderRules.ts'
import { asksFeeFirst, withoutWarnings, wordFindings } from './wordRules.ts'

export type RiskGrade = 'none' | 'low' | 'medium' | 'high'

export interface RiskCheck {
  readonly grade: RiskGrade
  /** The heaviest first. */
  readonly findings: readonly Finding[]
}

/** Characters of a text that are looked at. */
const TEXT_MAX = 100_000
/** The sums from which on a mail has a grade; from `medium` on it is marked. */
const GRADES: readonly (readonly [number, RiskGrade])[] = [
  [8, 'high'],
  [5, 'medium'],
  [2, 'low'],
]
/** Rules that say nothing by themselves: everyday mail presses and asks for money too. */
const WORDS: ReadonlySet<RiskRule> = new Set([
  'urgency',
  'money',
  'credentials',
  'secrecy',
  'threat',
  'prize',
  'firstContact',
])
/** Words that a mail of the house may well say. */
const EVERYDAY: ReadonlySet<RiskRule> = new Set(['urgency', 'money', 'credentials', 'threat', 'hidden'])
const QR_WORDS = /扫(?:描)?(?:下方|附件)?(?:的)?(?:二维)?码|scan the qr/i

/**
 * Looks at a mail by rules alone: no network, no model. What it costs grows with the mail up to fixed bounds, so it runs
 * in a thread for mail from outside and may run anywhere for a short one.
 */
export function checkRisk(mail: RiskMail, around: RiskSurroundings): RiskCheck {
  const html = readHtml(mail.html)
  const inside = isInside(mail, around)
  const found: Finding[] = [...senderFindings(mail, around), ...linkFindings(html, around), ...attachmentFindings(mail)]
  const codes = mail.codes.filter((code) => hostOf(code) !== '')
  if (html.hidden.length > 0) found.push({ rule: 'hidden', weight: 1, quotes: [], subject: html.hidden[0] ?? '' })
  if (html.forms > 0) found.push({ rule: 'form', weight: html.passwordFields > 0 ? 5 : 2, quotes: [] })
  const whole = mail.text.slice(0, TEXT_MAX)
  // Who warns of fraud names what it looks like. Fraud that warns of fraud is told by its sender or its links.
  const harmless = codes.length === 0 && found.every(({ rule }) => WORDS.has(rule) || rule === 'hidden')
  const [subject, text] = harmless ? [withoutWarnings(mail.subject), withoutWarnings(whole)] : [mail.subject, whole]
  found.push(...wordFindings(subject, text))
  const asked = QR_WORDS.exec(text)?.[0]
  if (codes.length > 0) found.push({ rule: 'code', weight: asked ? 3 : 2, quotes: [], subject: hostOf(codes[0] ?? '') })
  else if (asked && !inside) found.push({ rule: 'code', weight: 1, quotes: [asked] })

  const kept = inside ? found.filter(({ rule }) => !EVERYDAY.has(rule)) : found
  const findings = kept.toSorted((a, b) => b.weight - a.weight)
  return {
    grade: gradeOf(findings, {
      inside,
      known: around.knownSender,
      links: html.links.length > 0,
      feeFirst: asksFeeFirst(text),
    }),
    findings,
  }
}

function gradeOf(
  findings: readonly Finding[],
  { inside, known, links, feeFirst }: { inside: boolean; known: boolean; links: boolean; feeFirst: boolean },
): RiskGrade {
  const has = (rule: RiskRule) => findings.some((finding) => finding.rule === rule)
  // Shops promise prizes too; nobody honest asks for money or a password first.
  const baited = has('prize') && (has('credentials') || feeFirst)
  const hard = baited || findings.some(({ rule }) => !WORDS.has(rule) && rule !== 'hidden')
  let sum = findings.reduce((total, { weight }) => total + weight, 0)
  if (!inside) {
    // A password asked for behind a link, money asked for in secret: what the mails that deceive are made of.
    if (has('credentials') && (links || has('attachment'))) sum += 1
    if (has('secrecy') && has('money')) sum += 3
    if (has('colleague') && (has('money') || has('secrecy'))) sum += 2
  }
  // Words alone give a hint at most, and less so from somebody who is known.
  if (!hard && !(has('secrecy') && has('money'))) sum = Math.min(sum, 4)
  if (known && !hard) sum = Math.min(sum, 1)
  return GRADES.find(([from]) => sum >= from)?.[1] ?? 'none'
}
