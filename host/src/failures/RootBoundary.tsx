import { forgetJournal, session } from '@yanshu/shell-api'
import type { ReactNode } from 'react'
import { PageFailed } from '../login/Starting.tsx'
import { Boundary } from './Boundary.tsx'

/** Signs out and loads the page again: the last resort when the page fails repeatedly. */
const leave = async (): Promise<void> => {
  await forgetJournal().catch(() => undefined)
  await session.logout()
  location.reload()
}

/** Around the whole page: an error that no other boundary caught shows a page with what to do. */
export const RootBoundary = ({ children }: { children: ReactNode }) => (
  <Boundary fallback={() => <PageFailed onSignOut={session.state().status === 'open' ? leave : undefined} />}>
    {children}
  </Boundary>
)
