import { type LetterReading, mayFilesBeSaved } from '@yanshu/contracts'
import { t } from '@yanshu/shell-api'
import type { CheckedLetter, SendVerdict } from '../send/sendCheck.ts'
import { NS } from '../write/namespace.ts'

const say = (key: string) => t(NS, `reading.${key}`)

/** What the writer of a restricted letter may have overlooked: a missing password, one that is in the letter, closed files. */
export function judgeReading(reading: LetterReading, { letter, attachments, text }: CheckedLetter): SendVerdict {
  const { password, burn, secret } = reading
  if (password === '') return { kind: 'refuse', message: say('passwordMissing') }
  const asked: { title: string; text: string }[] = []
  if (password !== null && `${letter.subject}\n${text()}`.includes(password))
    asked.push({ title: say('inText'), text: say('inTextWhy') })
  if (attachments.length > 0 && !mayFilesBeSaved({ hasPassword: password !== null, burn, secret })) {
    const key = password === null ? 'filesSave' : 'files'
    asked.push({ title: say(key), text: say(`${key}Why`) })
  }
  const [first, ...others] = asked
  if (!first) return null
  const title = [first, ...others].map((one) => one.title).join(' · ')
  const why = [first, ...others].map((one) => one.text).join('\n')
  return { kind: 'ask', question: { title, text: why, yes: say('send'), no: say('back') } }
}
