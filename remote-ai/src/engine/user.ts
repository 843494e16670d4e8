import type { SessionState } from '@yanshu/shell-api'

/** Who asks, as the calls have it (§3). The server goes by the login; this page knows the address. */
export const describeUser = (session: SessionState): string => (session.status === 'open' ? session.userMail : '')
