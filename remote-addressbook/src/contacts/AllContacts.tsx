import type { ViewProps } from '@yanshu/contracts'
import { useWords } from '../useWords.ts'
import { ContactsView } from './ContactsView.tsx'
import { useUnsaved } from './useUnsaved.ts'

/** `/addressbook/allcontacts`: all own contacts. `?person=` opens the person who has the address. */
export default function AllContacts(props: ViewProps) {
  const say = useWords()
  return (
    <ContactsView
      {...props}
      unsaved={useUnsaved(props.tab, say('form.leaveText'))}
      place="allcontacts"
      title={say('places.allcontacts')}
      empty={{ title: say('list.empty'), text: say('list.emptyText') }}
    />
  )
}
