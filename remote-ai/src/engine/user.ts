import type { SessionState } from '@yanshu/shell-api'

/** Who asks, as §3 has it: name, address and company in one string. */
export function describeUser(session: SessionState): string {
  if (session.status !== 'open') return ''
  const { userName, userMail, company } = session as { userName?: string; userMail: string; company?: string }
  return [userName, userMail, company].filter(Boolean).join(', ')
}
