import type { IntentInput, MailAddress } from '@yanshu/contracts'
import { showDialog } from '../frame/showDialog.tsx'
import { PeoplePicker } from './PeoplePicker.tsx'

/** Lets the user choose people in a dialog of its own. The list is empty when it is closed or the login ends. */
export const openPicker = (input: IntentInput<'contacts.pick'>): Promise<readonly MailAddress[]> =>
  showDialog<readonly MailAddress[]>([], (done) => <PeoplePicker {...input} onDone={done} />)
