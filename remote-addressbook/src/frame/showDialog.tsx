import { loginScope, whenSpoken } from '@yanshu/shell-api'
import { popupRoot } from '@yanshu/ui'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { NS } from '../useWords.ts'

/**
 * Shows a dialog of its own, whatever view is open. Answers with what the dialog shows when it is done, and with `nothing`
 * when the login ends before.
 */
export async function showDialog<T>(nothing: T, render: (done: (answer: T) => void) => ReactNode): Promise<T> {
  await whenSpoken(NS)
  const login = loginScope()
  return new Promise((resolve) => {
    const holder = document.createElement('div')
    popupRoot().append(holder)
    const root = createRoot(holder)
    const done = (answer: T) => {
      login.signal.removeEventListener('abort', cancel)
      root.unmount()
      holder.remove()
      resolve(answer)
    }
    const cancel = () => done(nothing)
    login.signal.addEventListener('abort', cancel, { once: true })
    root.render(render(done))
  })
}
