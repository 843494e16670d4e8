import type { IntentInput, MailAddress } from '@yanshu/contracts'
import { showDialog } from '../frame/showDialog.tsx'
import { PeoplePicker } from './PeoplePicker.tsx'

/** Lets people be chosen in a dialog of its own. Nobody, when it is closed or the login ends. */
export const openPicker = (input: IntentInput<'contacts.pick'>): Promise<readonly MailAddress[]> =>
  showDialog<readonly MailAddress[]>([], (done) => <PeoplePicker {...input} onDone={done} />)
