import type { IntentInput, MailAddress } from '@yanshu/contracts'
import { loginScope, whenSpoken } from '@yanshu/shell-api'
import { popupRoot } from '@yanshu/ui'
import { createRoot } from 'react-dom/client'
import { NS } from '../useWords.ts'
import { PeoplePicker } from './PeoplePicker.tsx'

/** Lets people be chosen in a dialog of its own. Nobody, when it is closed or the login ends. */
export async function openPicker(input: IntentInput<'contacts.pick'>): Promise<readonly MailAddress[]> {
  await whenSpoken(NS)
  const login = loginScope()
  return new Promise((resolve) => {
    const holder = document.createElement('div')
    popupRoot().append(holder)
    const root = createRoot(holder)
    const done = (people: readonly MailAddress[]) => {
      login.signal.removeEventListener('abort', cancel)
      root.unmount()
      holder.remove()
      resolve(people)
    }
    const cancel = () => done([])
    login.signal.addEventListener('abort', cancel, { once: true })
    root.render(<PeoplePicker {...input} onDone={done} />)
  })
}
