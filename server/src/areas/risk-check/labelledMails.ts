import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { RiskMail, RiskSurroundings } from './riskMail.ts'

/** A mail whose kind is known: phishing, an ordinary one, a newsletter. */
export interface LabelledMail {
  readonly kind: 'P' | 'G' | 'N'
  readonly mail: RiskMail
}

/** The house that the labelled mails come to. */
export const LABELLED_AROUND: RiskSurroundings = {
  ownDomains: ['yanshu.cn'],
  colleagueName: false,
  knownDomains: ['partner.cn', 'client.com'],
  knownSender: false,
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function readLine(line: string): LabelledMail {
  const [kind = '', from = '', replyTo = '', subject = '', body = '', file = ''] = line.split('|')
  if (kind !== 'P' && kind !== 'G' && kind !== 'N') throw new Error(`no kind of mail: ${line}`)
  const [, name = '', address = ''] = /^(.*) <(.*)>$/.exec(from) ?? []
  const html = escapeHtml(body)
    .replace(/\[([^\]]*)\]\(([^)]*)\)/g, '<a href="$2">$1</a>')
    .replace(/\{\{(.*?)\}\}/g, '<span style="display:none">$1</span>')
  return {
    kind,
    mail: {
      subject,
      from: { name, address },
      replyTo: replyTo ? [replyTo] : [],
      text: body.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/\{\{.*?\}\}/g, ''),
      html: `<p>${html}</p>`,
      attachments: file ? [{ name: file, contentType: '' }] : [],
      codes: [],
      authentication: '',
      claimsOwnDomain: false,
    },
  }
}

/** The labelled mails of one half. No rule was written or tuned by those of `held-out`. */
export function labelledMails(half: 'tuning' | 'held-out'): LabelledMail[] {
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
export function measureRisk(mails: readonly LabelledMail[], marks: (mail: RiskMail) => boolean): RiskQuality {
  const judged = mails.map(({ kind, mail }) => ({ kind, mail, marked: marks(mail) }))
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
