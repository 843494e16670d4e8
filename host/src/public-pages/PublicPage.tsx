import { tabsHost } from '@yanshu/shell-api'
import { RemoteOutlet } from '../outlet/RemoteOutlet.tsx'
import { FirstReset, ResetPassword } from '../passwords/passwordParts.tsx'

/** A public route: the host's own pages of passwords, or what a remote fills. */
export function PublicPage({ path }: { path: string }) {
  const first = path.split(/[/?]/)[1]
  if (first === 'resetPassword') return <ResetPassword />
  if (first === 'firstResetPsd') return <FirstReset />
  return (
    <main>
      {/* No tab of the strip: nothing closes it. */}
      <RemoteOutlet tab={tabsHost.handle('public')} generation={0} path={path} active isPublic />
    </main>
  )
}
