import { defineRemote, keptPart, REMOTE_CONTRACT_MAJOR, type RemoteRoute } from '@yanshu/contracts'
import { fetchPart, markStale, push } from '@yanshu/shell-api'
import { CONTACTS_KEY } from './contacts/contactKeys.ts'

// One chunk for all places, which have most of their parts in common, and one for the cards of people on other screens.
const views = keptPart(() => fetchPart(() => import(/* webpackChunkName: "places" */ './frame/views.ts')))
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

const picker = () => fetchPart(() => import(/* webpackChunkName: "person" */ './picker/openPicker.tsx'))

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
    addressbook: () => fetchPart(() => import(/* webpackChunkName: "places" */ './frame/AreaPlaces.tsx')),
  },
  slots: {
    'person.card': () => import(/* webpackChunkName: "person" */ './person/PersonCard.tsx'),
    'mail.card': () => import(/* webpackChunkName: "person" */ './files/VcfCards.tsx'),
    'recipient.hint': () => import(/* webpackChunkName: "person" */ './person/NamesakeHint.tsx'),
  },
  intents: {
    'contacts.pick': async (input) => (await picker()).openPicker(input),
    'person.save': async ({ person }) => {
      const { savePerson } = await fetchPart(() => import(/* webpackChunkName: "person" */ './person/savePerson.ts'))
      return savePerson(person)
    },
  },
  commands: {
    people: async (query) => {
      const { findPeople } = await fetchPart(() => import(/* webpackChunkName: "person" */ './commands/findPeople.ts'))
      return findPeople(query)
    },
  },
  i18n: {
    ns: 'remote-addressbook',
    load: (language) =>
      language === 'en'
        ? import(/* webpackChunkName: "words-en" */ './messages/en.ts')
        : import(/* webpackChunkName: "words-zh" */ './messages/zh.ts'),
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
