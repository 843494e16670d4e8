import { accountProblem, Code, PASSWORD_LONGER_THAN, passwordProblem } from '@yanshu/contracts'
import type { ApiError } from '@yanshu/shell-api'

type Say = (key: string, values?: Record<string, string | number>) => string

export interface LoginProblems {
  readonly account: string | null
  readonly password: string | null
}

/** What is wrong with the form before it is sent (§5, Login). */
export function formProblems(account: string, password: string, say: Say): LoginProblems {
  const problem = passwordProblem(password)
  const words = {
    required: 'passwordRequired',
    'too-short': 'passwordTooShort',
    chinese: 'passwordChinese',
  } as const
  return {
    account: accountProblem(account) ? say('accountRequired') : null,
    password: problem ? say(words[problem], { length: PASSWORD_LONGER_THAN }) : null,
  }
}

/** How many seconds the form waits after the server has answered that there were too many attempts; 0 for other errors. */
export const secondsToWait = (error: ApiError): number =>
  error.code === Code.tooManyRequests ? (error.retryAfter ?? 30) : 0
