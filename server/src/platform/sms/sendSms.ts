import { Code } from '@yanshu/contracts'
import type { SmsSettings } from '../config/values.ts'
import { CallError, SmsNotOfferedError } from '../http/errors.ts'
import type { Log } from '../log/log.ts'

/** Milliseconds that a gateway may take. */
const GATEWAY_WITHIN_MS = 10_000

/** What sends short messages: the settings and the log. */
export interface SmsParts {
  readonly config: { readonly sms: SmsSettings | null }
  readonly log: Log
}

/**
 * Sends a short message. A gateway gets `{"phone", "text"}` as JSON in a POST, with the token as bearer, and confirms with any
 * status of 200 to 299 that it has taken it. In development the text stands in the log.
 * Throws `SmsNotOfferedError`, and a `CallError` 502001 when the gateway refuses or does not answer in ten seconds.
 */
export async function sendSms({ config, log }: SmsParts, phone: string, text: string): Promise<void> {
  const { sms } = config
  if (!sms) throw new SmsNotOfferedError()
  if (sms.kind === 'log') {
    log.info({ phone, text }, 'a short message, written here because no gateway is set')
    return
  }
  try {
    const answer = await fetch(sms.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(sms.token ? { authorization: `Bearer ${sms.token}` } : {}),
      },
      body: JSON.stringify({ phone, text }),
      redirect: 'error',
      signal: AbortSignal.timeout(GATEWAY_WITHIN_MS),
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`it answered ${answer.status}`)
  } catch (error) {
    log.warn({ err: error }, 'the gateway of short messages did not take one')
    throw new CallError(Code.upstreamFailed)
  }
}
