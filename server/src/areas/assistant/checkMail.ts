import { AI_RISK_BODY_MAX, RISK_GRADES_MARKED } from '@yanshu/contracts'
import { checkRisk, keepRisk, riskOfMail, sayRisk } from '../risk-check/index.ts'
import type { Asker, Piece } from './model/asker.ts'
import { readForAssistant, textForModel } from './model/mayLeave.ts'
import { withModel } from './model/withModel.ts'
import type { Asked } from './request.ts'

const TOO_LONG = {
  zh: '邮件正文过长，系统无法检测全文；以下结果由规则得出。',
  en: 'The text is too long for the system to check in full; what follows was found by rules.',
} as const
const GRADES = {
  zh: { none: '未发现风险', low: '低风险', medium: '中风险', high: '高风险' },
  en: { none: 'No risk found', low: 'Low risk', medium: 'Medium risk', high: 'High risk' },
} as const

/** Of a text that a page sends along, nothing of its reader is asked. */
const NOTHING_KNOWN = {
  ownDomains: [],
  colleagueName: false,
  colleagueTitle: false,
  knownDomains: [],
  heardDomains: [],
  knownSender: false,
} as const

/** Checks a mail by rules, for mails of any length; a model's thoughts are added and never change the grade. */
export async function* checkMail(asker: Asker, request: Asked<5>): AsyncGenerator<Piece> {
  const { context, accountId } = asker
  const { language, mailId } = request
  const mail = mailId === undefined ? null : await readForAssistant(context, asker, mailId)
  const check =
    mailId === undefined || !mail
      ? checkRisk(
          {
            subject: request.subject,
            from: readSender(request.sender),
            replyTo: [],
            text: request.content,
            html: null,
            attachments: [],
            codes: [],
            authentication: '',
            claimsOwnDomain: false,
            listId: '',
          },
          NOTHING_KNOWN,
        )
      : await riskOfMail(context, asker, mailId)
  // The mark of the list follows this check.
  if (mail && mailId !== undefined) {
    await keepRisk(context, accountId, [mailId], RISK_GRADES_MARKED.includes(check.grade))
  }
  const tooLong = [...(mail?.text ?? request.content)].length > AI_RISK_BODY_MAX
  const risk = { ...sayRisk(check, language), tooLong }
  const lines = [...(tooLong ? [TOO_LONG[language]] : []), GRADES[language][check.grade]]
  yield { content: lines.join('\n'), extra: { risk } }
  if (tooLong || !mail?.mayLeave) return
  // The model's words are thoughts beside the result: a mail that talks it into anything changes no grade.
  for await (const { content = '', thought = '' } of withModel(asker, {
    language,
    type: 5,
    task:
      `Language: ${language}. A rule-based check has graded the mail “${check.grade}”. Say in at most four sentences what ` +
      'in it a reader should be careful about.',
    data: (settings) =>
      textForModel(`${mail.from.name} <${mail.from.address}>\n${mail.subject}\n\n${mail.text}`, settings),
  })) {
    yield { thought: thought + content }
  }
}

/** `Name <address>`, or an address alone. */
function readSender(sender: string): { name: string; address: string } {
  const [, name = '', address = ''] = /^(.*?)\s*<([^<>]*)>\s*$/.exec(sender) ?? []
  return address ? { name, address: address.toLowerCase() } : { name: '', address: sender.trim().toLowerCase() }
}
