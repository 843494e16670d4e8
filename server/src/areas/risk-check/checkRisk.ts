import { attachmentFindings } from './attachmentRules.ts'
import { type CleanText, cleanText } from './cleanText.ts'
import { domainOf, hostOf } from './domains.ts'
import { findPhrases, hasPhrase } from './findPhrases.ts'
import { linkFindings, linksOf } from './linkRules.ts'
import { type HtmlFacts, readHtml } from './readHtml.ts'
import type { Finding, RiskMail, RiskRule, RiskSurroundings } from './riskMail.ts'
import { isInside, isProvenBrand, senderFindings } from './senderRules.ts'
import { asksFeeFirst, warns, withoutWarnings, wordFindings } from './wordRules.ts'
import { PHRASES } from './words/phrases.ts'

export type RiskGrade = 'none' | 'low' | 'medium' | 'high'

export interface RiskCheck {
  readonly grade: RiskGrade
  /** The heaviest first. */
  readonly findings: readonly Finding[]
}

/** Characters of a text that are checked. */
const TEXT_MAX = 100_000
/** A mail with a picture and no more characters than this is a picture of a letter. */
const HARDLY_TEXT = 40
/** The sums from which on a mail has a grade; from `medium` on it is marked. */
const GRADES: readonly (readonly [number, RiskGrade])[] = [
  [8, 'high'],
  [5, 'medium'],
  [2, 'low'],
]
/** Rules that mean little by themselves: everyday mail presses and asks for money too. */
const WORDS: ReadonlySet<RiskRule> = new Set([
  'urgency',
  'money',
  'credentials',
  'secrecy',
  'threat',
  'prize',
  'firstContact',
  'inHouse',
  'linkShort',
])
/** Words that a mail of the organisation may well have. */
const EVERYDAY: ReadonlySet<RiskRule> = new Set([
  'urgency',
  'money',
  'credentials',
  'threat',
  'hidden',
  'inHouse',
  'papers',
  'scam',
  'payee',
  'prize',
  'linkShort',
])

/**
 * Checks a mail by rules alone: no network, no model. What it costs grows with the mail up to fixed bounds, so it runs
 * in a thread for mail from outside and may run anywhere for a short one.
 */
export function checkRisk(mail: RiskMail, around: RiskSurroundings): RiskCheck {
  const html = readHtml(mail.html)
  const inside = isInside(mail, around)
  const whole = mail.text.slice(0, TEXT_MAX)
  const read = [mail.subject, whole, ...html.pictureTexts].join('\n')
  const everything = cleanText(read)
  const links = linksOf(html, whole)
  const codes = mail.codes.filter((code) => hostOf(code) !== '')
  const found: Finding[] = [
    ...senderFindings(mail, around),
    ...linkFindings(links, around, domainOf(mail.from.address)),
    ...attachmentFindings(mail, everything),
  ]
  if (html.hidden.length > 0) found.push({ rule: 'hidden', weight: 1, quotes: [], subject: html.hidden[0] ?? '' })
  if (html.forms > 0) found.push({ rule: 'form', weight: html.passwordFields > 0 ? 5 : 2, quotes: [] })
  // A mail that warns of fraud names what it looks like. Fraud that warns of fraud shows by its sender or its links.
  const harmless = codes.length === 0 && found.every(({ rule }) => WORDS.has(rule) || rule === 'hidden')
  const clean = harmless && warns(everything) ? cleanText(withoutWarnings(read)) : everything
  found.push(...wordFindings(clean), ...codeFindings(codes, clean, inside), ...pictureFindings(whole, html))

  const kept = inside ? found.filter(({ rule }) => !EVERYDAY.has(rule)) : found
  const findings = kept.toSorted((a, b) => b.weight - a.weight)
  return {
    grade: gradeOf(findings, {
      inside,
      known: around.knownSender || isProvenBrand(mail),
      opens: links.length > 0 || codes.length > 0 || mail.attachments.length > 0,
      feeFirst: asksFeeFirst(clean),
    }),
    findings,
  }
}

function codeFindings(codes: readonly string[], clean: CleanText, inside: boolean): Finding[] {
  const asked = findPhrases(clean, PHRASES.scan)
  if (codes.length > 0)
    return [{ rule: 'code', weight: asked.length > 0 ? 2 : 1, quotes: asked, subject: hostOf(codes[0] ?? '') }]
  return asked.length > 0 && !inside ? [{ rule: 'code', weight: 1, quotes: asked }] : []
}

/** A letter that is one picture keeps its words from every check; its `alt` shows what it asks for. */
function pictureFindings(text: string, { pictures, pictureTexts }: HtmlFacts): Finding[] {
  if (pictures === 0 || text.trim().length > HARDLY_TEXT) return []
  const asks = pictureTexts.some((words) => hasPhrase(cleanText(words).text, PHRASES.asks))
  return asks ? [{ rule: 'picture', weight: 4, quotes: [] }] : []
}

interface Circumstances {
  readonly inside: boolean
  readonly known: boolean
  /** Whether there is something to open: a link, a code, a file. */
  readonly opens: boolean
  readonly feeFirst: boolean
}

function gradeOf(findings: readonly Finding[], { inside, known, opens, feeFirst }: Circumstances): RiskGrade {
  const has = (rule: RiskRule) => findings.some((finding) => finding.rule === rule)
  const asks = has('credentials') || has('papers')
  const asColleague = findings.some(({ rule, weight }) => rule === 'colleague' && weight > 2)
  // Shops promise prizes too; honest senders do not ask for money or a password first.
  const baited = has('prize') && (asks || feeFirst)
  const spoof = has('inHouse') && asks && opens
  const charged = feeFirst && opens && !known
  const hard = baited || spoof || charged || findings.some(({ rule }) => !WORDS.has(rule) && rule !== 'hidden')
  let sum = findings.reduce((total, { weight }) => total + weight, 0)
  if (!inside) {
    // A password asked for behind a link, money asked for in secret: what the mails that deceive are made of.
    if (asks && opens) sum += 1
    if (has('secrecy') && has('money')) sum += 3
    if (asColleague && (has('money') || has('secrecy'))) sum += 2
    if (has('code') && asks) sum += 2
    // A small fee for a parcel, behind a link: what is typed there is the number of a card.
    if (charged) sum += 2
  }
  // Words alone give a hint at most, and less so from a sender who is known.
  if (!hard && !(has('secrecy') && has('money'))) sum = Math.min(sum, 4)
  if (known && !hardOfKnown(findings)) sum = Math.min(sum, 1)
  return GRADES.find(([from]) => sum >= from)?.[1] ?? 'none'
}

/** Of a known sender words count for little: they ask for payments and send new accounts, and write of what was agreed. */
const OF_STRANGERS: ReadonlySet<RiskRule> = new Set([
  'papers',
  'scam',
  'payee',
  'colleague',
  'code',
  'picture',
  'hidden',
])
const hardOfKnown = (findings: readonly Finding[]): boolean =>
  findings.some(({ rule }) => !WORDS.has(rule) && !OF_STRANGERS.has(rule))
