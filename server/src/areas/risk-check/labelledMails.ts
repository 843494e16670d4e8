import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { RiskMail, RiskSurroundings } from './riskMail.ts'

/** A mail whose kind is known: phishing, an ordinary one, a newsletter. */
export interface LabelledMail {
  readonly kind: 'P' | 'G' | 'N'
  readonly mail: RiskMail
  /** What the house that it comes to knows of it. */
  readonly around: RiskSurroundings
}

/** The house that the labelled mails come to. */
export const LABELLED_AROUND: RiskSurroundings = {
  ownDomains: ['yanshu.cn'],
  colleagueName: false,
  knownDomains: ['partner.cn', 'client.com'],
  knownSender: false,
}

/** Names of people of the house: one of them from outside is somebody else. */
const COLLEAGUES = new Set(['王建国', '李娜', '陈静', '张伟'])

const HALVES = ['tuning', 'held-out', 'second-hand'] as const
/** Where labelled mails come from, see the first line of each file. */
export type LabelledHalf = (typeof HALVES)[number]
export const LABELLED_HALVES: readonly LabelledHalf[] = HALVES

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function readLine(line: string): LabelledMail {
  const [kind = '', from = '', replyTo = '', subject = '', body = '', file = '', ...options] = line.split('|')
  if (kind !== 'P' && kind !== 'G' && kind !== 'N') throw new Error(`no kind of mail: ${line}`)
  const [, name = '', address = ''] = /^(.*) <(.*)>$/.exec(from) ?? []
  const html = escapeHtml(body)
    .replace(/\[([^\]]*)\]\(([^)]*)\)/g, '<a href="$2">$1</a>')
    .replace(/\{\{(.*?)\}\}/g, '<span style="display:none">$1</span>')
    .replace(/\(\(form (\S+)\)\)/g, '<form action="$1"><input name="user"><input type="password" name="pw"></form>')
  const option = (name: string) =>
    options.find((one) => one === name || one.startsWith(`${name}=`))?.slice(name.length + 1)
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  const code = option('qr')
  return {
    kind,
    mail: {
      subject,
      from: { name, address },
      replyTo: replyTo ? [replyTo] : [],
      text: body.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/\{\{.*?\}\}|\(\(form \S+\)\)/g, ''),
      html: `<p>${html}</p>`,
      attachments: file ? [{ name: file, contentType: '' }] : [],
      codes: code ? [code] : [],
      authentication: option('auth') ?? '',
      claimsOwnDomain: option('outside') !== undefined,
    },
    around: {
      ...LABELLED_AROUND,
      colleagueName: COLLEAGUES.has(name) && !LABELLED_AROUND.ownDomains.includes(domain),
    },
  }
}

/** The labelled mails of one part. Rules are tuned by those of `tuning` alone. */
export function labelledMails(half: LabelledHalf): LabelledMail[] {
  const file = path.join(import.meta.dirname, 'fixtures', `${half}.txt`)
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(readLine)
}

export interface RiskQuality {
  readonly precision: number
  readonly recall: number
  /** The share of newsletters that are marked. */
  readonly newsletters: number
  /** Subjects of those that were judged wrongly. */
  readonly wrong: readonly string[]
}

/** How well a check tells the kinds apart. */
export function measureRisk(mails: readonly LabelledMail[], marks: (one: LabelledMail) => boolean): RiskQuality {
  const judged = mails.map((one) => ({ kind: one.kind, mail: one.mail, marked: marks(one) }))
  const count = (test: (one: (typeof judged)[number]) => boolean) => judged.filter(test).length
  const right = count(({ kind, marked }) => kind === 'P' && marked)
  return {
    precision:
      right /
      Math.max(
        1,
        count(({ marked }) => marked),
      ),
    recall:
      right /
      Math.max(
        1,
        count(({ kind }) => kind === 'P'),
      ),
    newsletters:
      count(({ kind, marked }) => kind === 'N' && marked) /
      Math.max(
        1,
        count(({ kind }) => kind === 'N'),
      ),
    wrong: judged.filter(({ kind, marked }) => (kind === 'P') !== marked).map(({ mail }) => mail.subject),
  }
}
