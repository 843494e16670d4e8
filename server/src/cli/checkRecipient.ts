import { isMailAddress } from '@yanshu/contracts'
import { askRecipient } from '../mailflow/outgoing/askRecipient.ts'
import { routeOf } from '../mailflow/queue/route.ts'
import type { Config } from '../platform/config/config.ts'
import { withoutPassword } from '../platform/config/values.ts'
import { OperatorError } from '../platform/errors/operatorError.ts'

/** `--to` and `--from` of `check`. */
export interface RecipientOptions {
  readonly to?: string
  readonly from?: string
}

/** Asks the relay what it would do with a mail to the address of `--to`, sending none. Empty without `--to`. */
export function recipientAttempts(
  { to, from }: RecipientOptions,
  config: Pick<Config, 'relay' | 'routes' | 'hostname'>,
) {
  if (to === undefined) return []
  const sender = from ?? `postmaster@${config.hostname}`
  return [{ look: () => whatWouldHappen({ to, from: sender }, config), mayWait: true }]
}

async function whatWouldHappen(
  mail: { readonly to: string; readonly from: string },
  config: Pick<Config, 'relay' | 'routes' | 'hostname'>,
): Promise<string> {
  const { to, from } = mail
  if (!isMailAddress(to)) throw new OperatorError(`--to ${to} is not a mail address`)
  if (!isMailAddress(from)) {
    throw new OperatorError(`${from} is not a mail address. Name a sender with --from, or correct YANSHU_HOSTNAME`)
  }
  const url = routeOf(config, to)
  if (url === null) throw new OperatorError(`A mail to ${to} goes nowhere: YANSHU_RELAY is not set`)
  const relay = `The relay ${withoutPassword(url)}`
  const answer = await askRecipient(url, mail, config)
  switch (answer.state) {
    case 'accepted':
      return `${relay} takes mail from ${from} to ${to}: ${answer.reply}. None was sent`
    case 'later':
      return `${relay} does not take mail from ${from} to ${to} at the first try; the server tries again by itself. Its answer about the ${answer.about}, such as greylisting gives: ${answer.reply}`
    case 'refused':
      throw new OperatorError(
        `${relay} refuses mail from ${from} to ${to}. Its answer about the ${answer.about}: ${answer.reply}. The mail would go back to its sender`,
      )
    case 'none':
      throw new OperatorError(`${relay} gave no answer about mail to ${to}: ${answer.reason}`)
  }
}
