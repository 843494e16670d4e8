import type { SessionState } from '@yanshu/shell-api'

/** Who asks, as the calls have it (§3). The server goes by the login; the address is that of the session. */
export const describeUser = (session: SessionState): string => (session.status === 'open' ? session.userMail : '')
