import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection, { type SMTPConnectionCustomAuthContext } from 'nodemailer/lib/smtp-connection'
import type { Config } from '../../platform/config/config.ts'

/** The answer of a relay about a mail that is never sent. */
export type RecipientAnswer =
  | { readonly state: 'accepted'; readonly reply: string }
  /** 5xx: the mail would go back to its sender. 4xx, such as greylisting: it would be tried again. */
  | { readonly state: 'refused' | 'later'; readonly about: 'sender' | 'recipient'; readonly reply: string }
  /** No answer, or none about the mail, such as a refused log-in. */
  | { readonly state: 'none'; readonly reason: string }

export interface AskedMail {
  readonly from: string
  readonly to: string
}

const ASK_WITHIN_MS = 10_000
/** The name by which the connection knows the commands below: it lets no others in than those of a log-in. */
const ENVELOPE = 'ENVELOPE'

/**
 * Names sender and recipient of a mail to the relay, and takes them back before any content is sent: the relay has nothing to
 * deliver. Never throws.
 */
export async function askRecipient(
  url: string,
  mail: AskedMail,
  { hostname }: Pick<Config, 'hostname'>,
): Promise<RecipientAnswer> {
  let answer: RecipientAnswer | null = null
  const { auth, ...relay } = parseConnectionUrl(url)
  const connection = new SMTPConnection({
    ...relay,
    name: hostname,
    connectionTimeout: ASK_WITHIN_MS,
    greetingTimeout: ASK_WITHIN_MS,
    socketTimeout: ASK_WITHIN_MS,
    customAuth: {
      [ENVELOPE]: async (context: SMTPConnectionCustomAuthContext) => {
        answer = await answerOf(mail, context)
      },
    },
  })
  try {
    await new Promise<void>((resolve, reject) => {
      const next = (work: () => void) => (error?: Error | null) => (error ? reject(error) : work())
      connection.once('error', reject)
      connection.once('end', () => reject(new Error('the connection was closed')))
      const ask = next(() => connection.login({ method: ENVELOPE }, next(resolve)))
      connection.connect(next(() => (auth && connection.allowsAuth ? connection.login(auth, ask) : ask())))
    })
    connection.quit()
  } catch (error) {
    connection.close()
    answer ??= { state: 'none', reason: reasonOf(error) }
  }
  return answer ?? { state: 'none', reason: 'the connection was closed' }
}

async function answerOf(
  { from, to }: AskedMail,
  { extensions, sendCommand }: SMTPConnectionCustomAuthContext,
): Promise<RecipientAnswer> {
  const isAscii = /^[\x20-\x7e]*$/.test(from + to)
  const options = !isAscii && extensions.includes('SMTPUTF8') ? ' SMTPUTF8' : ''
  const commands = [
    ['sender', `MAIL FROM:<${from}>${options}`],
    ['recipient', `RCPT TO:<${to}>`],
  ] as const
  let reply = ''
  for (const [about, command] of commands) {
    const { status, response } = await sendCommand(command)
    reply = response.trim()
    if (status < 200 || status > 299) return { state: status >= 500 ? 'refused' : 'later', about, reply }
  }
  await sendCommand('RSET')
  return { state: 'accepted', reply }
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return 'response' in error && typeof error.response === 'string' && error.response ? error.response : error.message
}
