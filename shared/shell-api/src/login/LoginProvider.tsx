import { Fragment, type ReactNode, useSyncExternalStore } from 'react'
import { loginScope, onLoginChange } from './loginScope.ts'

const idOfLogin = () => loginScope().id

/** Gives every login new components below it. */
export function LoginProvider({ children }: { children: ReactNode }) {
  const id = useSyncExternalStore(onLoginChange, idOfLogin)
  return <Fragment key={id}>{children}</Fragment>
}
