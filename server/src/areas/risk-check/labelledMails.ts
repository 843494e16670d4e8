import { readFileSync } from 'node:fs'
import path from 'node:path'
import { escapeHtml } from '../../mime/escapeHtml.ts'
import type { RiskMail, RiskSurroundings } from './riskMail.ts'
import { type Colleague, formsOfName, namesColleague } from './senderNames.ts'

/** A mail whose kind is known: phishing, an ordinary one, a newsletter. */
export interface LabelledMail {
  readonly kind: 'P' | 'G' | 'N'
  readonly language: 'zh' | 'en'
  readonly mail: RiskMail
  /** What the organisation that it comes to knows of it. */
  readonly around: RiskSurroundings
}

/** The organisation that the labelled mails come to. */
export const LABELLED_AROUND: RiskSurroundings = {
  ownDomains: ['yanshu.cn'],
  colleagueName: false,
  colleagueTitle: false,
  knownDomains: ['partner.cn', 'client.com'],
  heardDomains: [
    'sf-express.com',
    'cmbchina.com',
    'aliyun.com',
    '12306.cn',
    'github.com',
    'alibabacloud.com',
    'zoom.us',
  ],
  knownSender: false,
}

/** People of the organisation: one of them from outside is another person. */
const COLLEAGUES: readonly Colleague[] = [
  { name: '王建国', pinyin: 'wang jian guo', address: 'wangjianguo@yanshu.cn' },
  { name: '李娜', pinyin: 'li na', address: 'lina@yanshu.cn' },
  { name: '陈静', pinyin: 'chen jing', address: 'chenjing@yanshu.cn' },
  { name: '张伟', pinyin: 'zhang wei', address: 'zhangwei@yanshu.cn' },
]

const HALVES = ['tuning', 'held-out', 'second-hand'] as const
/** Where labelled mails come from, see the first line of each file. */
export type LabelledHalf = (typeof HALVES)[number]
export const LABELLED_HALVES: readonly LabelledHalf[] = HALVES

/** What a mail from outside has where its line names nothing else. */
const USUAL_AUTHENTICATION = 'spf=pass dmarc=pass'

const htmlOf = (body: string): string =>
  escapeHtml(body)
    .replace(/\[([^\]]*)\]\(([^)]*)\)/g, '<a href="$2">$1</a>')
    .replace(/\{\{(.*?)\}\}/g, '<span style="display:none">$1</span>')
    .replace(/\(\(form (\S+)\)\)/g, '<form action="$1"><input name="user"><input type="password" name="pw"></form>')

/** @param usual what is found of a sender of which the line has nothing */
function readLine(line: string, usual: string): LabelledMail {
  const [kind = '', from = '', replyTo = '', subject = '', body = '', files = '', ...options] = line.split('|')
  if (kind !== 'P' && kind !== 'G' && kind !== 'N') throw new Error(`no kind of mail: ${line}`)
  const [, name = '', address = ''] = /^(.*) <(.*)>$/.exec(from) ?? []
  const option = (key: string) => options.find((one) => one === key || one.startsWith(`${key}=`))?.slice(key.length + 1)
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  const [code, picture, content] = [option('qr'), option('picture'), option('content')]
  const forms = formsOfName(name)
  const outside = !LABELLED_AROUND.ownDomains.includes(domain)
  return {
    kind,
    language: /\p{Script=Han}/u.test(`${subject}${body}${picture ?? ''}`) ? 'zh' : 'en',
    mail: {
      subject,
      from: { name, address },
      replyTo: replyTo ? [replyTo] : [],
      text: body.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/\{\{.*?\}\}|\(\(form \S+\)\)/g, ''),
      html: picture
        ? `<a href="${option('link') ?? ''}"><img src="cid:1" alt="${picture}"></a>`
        : `<p>${htmlOf(body)}</p>`,
      attachments: (files ? files.split(',') : []).map((file) => ({
        name: file,
        contentType: '',
        ...(content === undefined ? {} : { content }),
      })),
      codes: code ? [code] : [],
      authentication: option('auth') ?? usual,
      claimsOwnDomain: option('outside') !== undefined,
      listId: option('list') ?? '',
    },
    around: {
      ...LABELLED_AROUND,
      knownSender: option('met') !== undefined,
      colleagueName: outside && COLLEAGUES.some((one) => namesColleague(forms, one)),
      colleagueTitle: outside && COLLEAGUES.some((one) => forms.surname !== null && one.name.startsWith(forms.surname)),
    },
  }
}

const linesOf = (...parts: readonly string[]): string[] =>
  readFileSync(path.join(import.meta.dirname, 'fixtures', ...parts), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

/** The labelled mails of one part. Rules are tuned by those of `tuning` alone. */
export const labelledMails = (half: LabelledHalf): LabelledMail[] =>
  linesOf(`${half}.txt`).map((line) => readLine(line, ''))

/** The two mails of a line: of each ‹a¦b› the one or the other. */
const bothOf = (line: string): string[] =>
  [0, 1].map((at) =>
    line
      .replace(/‹([^›]*)›/g, (_, ways: string) => ways.split('¦')[at] ?? '')
      .replace(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  )

const OFFICE_FILES = ['hostile-zh', 'honest-zh', 'hostile-en', 'honest-en'] as const

/** Half of the 400 mails of `fixtures/office`: the odd lines of each file are for tuning, the even ones are kept back. */
export const officeMails = (half: 'tuning' | 'kept-back'): LabelledMail[] =>
  OFFICE_FILES.flatMap((file) =>
    linesOf('office', `${file}.txt`)
      .filter((_, at) => at % 2 === (half === 'tuning' ? 0 : 1))
      .flatMap(bothOf)
      .map(
        (line) => ({ ...readLine(line, USUAL_AUTHENTICATION), language: file.endsWith('zh') ? 'zh' : 'en' }) as const,
      ),
  )

export interface RiskQuality {
  readonly precision: number
  readonly recall: number
  /** The share of newsletters that are marked. */
  readonly newsletters: number
  /** Subjects of those that were judged wrongly. */
  readonly wrong: readonly string[]
}

/** How well a check separates the kinds. */
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
