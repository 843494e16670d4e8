import type { Config } from './platform/config/config.ts'
import { fileSentence } from './platform/config/fileFailure.ts'
import { OperatorError } from './platform/errors/operatorError.ts'
import { systemCode } from './platform/errors/systemCode.ts'

/**
 * Why the server could not start, as a sentence with what to do about it; null for an error that only its trace explains.
 * `config` names the setting that a port belongs to.
 */
export function startFailure(error: unknown, config: Config | null): string | null {
  if (error instanceof OperatorError) return error.message
  return listenSentence(error, config) ?? fileSentence(error)
}

function listenSentence(error: unknown, config: Config | null): string | null {
  if (!(error instanceof Error) || !('syscall' in error)) return null
  const host = config?.host ?? ''
  if (error.syscall === 'getaddrinfo' && 'hostname' in error && error.hostname === host) {
    return `YANSHU_HOST=${host}: there is no such host. Name an address of this machine`
  }
  if (error.syscall !== 'listen') return null
  const port = 'port' in error ? Number(error.port) : 0
  const setting = settingOf(port, config)
  switch (systemCode(error)) {
    case 'EADDRINUSE':
      return `Port ${port} is in use by another program. Stop that, or choose another port with ${setting}`
    case 'EACCES':
      return `Port ${port} may not be used by this user: ports below 1024 need special rights. Choose another with ${setting}`
    case 'EADDRNOTAVAIL':
      return `YANSHU_HOST=${host} is no address of this machine. Name one that is, or leave it out`
    default:
      return null
  }
}

function settingOf(port: number, config: Config | null): string {
  if (port === config?.port) return 'YANSHU_PORT (--port)'
  if (port === config?.smtpPort) return 'YANSHU_SMTP_PORT (--smtp-port)'
  if (port === config?.submissionPort) return 'YANSHU_SUBMISSION_PORT'
  if (port === config?.submissionsPort) return 'YANSHU_SUBMISSIONS_PORT'
  return 'YANSHU_LMTP_PORT'
}
