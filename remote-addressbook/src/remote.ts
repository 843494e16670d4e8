import { defineRemote, keptPart, REMOTE_CONTRACT_MAJOR, type RemoteRoute } from '@yanshu/contracts'
import { fetchPart, markStale, push } from '@yanshu/shell-api'
import { CONTACTS_KEY } from './contacts/contactKeys.ts'

// One chunk for all places, which have most of their parts in common, and one for the cards of people on other screens.
const views = keptPart(() => fetchPart(() => import('./frame/views.ts')))
type Views = typeof import('./frame/views.ts')

const place = (path: string, view: Exclude<keyof Views, 'asks'>): RemoteRoute => ({
  path,
  load: async () => ({ default: (await views.load())[view] }),
  loaded: () => views.here()?.[view],
  ask: () =>
    views.load().then(
      ({ asks }) => asks[view]?.(),
      () => undefined,
    ),
})

const picker = () => fetchPart(() => import('./picker/openPicker.tsx'))

export default defineRemote({
  contract: { name: 'remote-addressbook', major: REMOTE_CONTRACT_MAJOR },
  routes: [
    place('addressbook', 'ToAllContacts'),
    place('addressbook/allcontacts', 'AllContacts'),
    place('addressbook/contactgroup', 'ContactGroups'),
    place('addressbook/organization', 'Organization'),
    place('addressbook/groupmanagement', 'GroupManagement'),
    place('addressbook/contactgroups', 'ContactMailGroups'),
  ],
  areas: {
    addressbook: () => fetchPart(() => import('./frame/AreaPlaces.tsx')),
  },
  slots: {
    'person.card': () => import('./person/PersonCard.tsx'),
    'mail.card': () => import('./files/VcfCards.tsx'),
    'recipient.hint': () => import('./person/NamesakeHint.tsx'),
  },
  intents: {
    'contacts.pick': async (input) => (await picker()).openPicker(input),
    'person.save': async ({ person }) => {
      const { savePerson } = await fetchPart(() => import('./person/savePerson.ts'))
      return savePerson(person)
    },
  },
  commands: {
    people: async (query) => {
      const { findPeople } = await fetchPart(() => import('./commands/findPeople.ts'))
      return findPeople(query)
    },
  },
  i18n: {
    ns: 'remote-addressbook',
    load: (language) => (language === 'en' ? import('./messages/en.ts') : import('./messages/zh.ts')),
  },
  activate: () => {
    const stale = () => markStale(CONTACTS_KEY)
    // Events from before a greeting of the server, the first one too, are not repeated.
    const stops = [
      push.onEvent('contacts.changed', stale),
      push.on((message) => {
        if (message.optType === 'ready') stale()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  },
})
