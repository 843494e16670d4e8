import type { ReactNode } from 'react'
import { FirstReset, ResetPassword } from '../passwords/passwordParts.tsx'
import { PublicLanguage } from './PublicLanguage.tsx'

interface PublicPageProps {
  path: string
  /** What a remote fills, for paths that are not the host's own. */
  children: ReactNode
}

/** A public route: the host's own pages of passwords, or what a remote fills. */
export function PublicPage({ path, children }: PublicPageProps) {
  const first = path.split(/[/?]/)[1]
  if (first === 'resetPassword') return <ResetPassword />
  if (first === 'firstResetPsd') return <FirstReset />
  return <PublicLanguage>{children}</PublicLanguage>
}
