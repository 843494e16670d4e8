import { defineRemote, REMOTE_CONTRACT_MAJOR } from '@yanshu/contracts'
import { fetchPart, markStale, push } from '@yanshu/shell-api'
import { CONTACTS_KEY } from './contacts/contactKeys.ts'

// One chunk for all places, which have most of their parts in common, and one for the cards of people on other screens.
const picker = () => fetchPart(() => import(/* webpackChunkName: "person" */ './picker/openPicker.tsx'))

export default defineRemote({
  contract: { name: 'remote-addressbook', major: REMOTE_CONTRACT_MAJOR },
  routes: [
    { path: 'addressbook', load: () => import(/* webpackChunkName: "places" */ './frame/ToAllContacts.tsx') },
    {
      path: 'addressbook/allcontacts',
      load: () => import(/* webpackChunkName: "places" */ './contacts/AllContacts.tsx'),
    },
    {
      path: 'addressbook/contactgroup',
      load: () => import(/* webpackChunkName: "places" */ './contacts/ContactGroups.tsx'),
    },
    {
      path: 'addressbook/organization',
      load: () => import(/* webpackChunkName: "places" */ './organization/Organization.tsx'),
    },
    {
      path: 'addressbook/groupmanagement',
      load: () => import(/* webpackChunkName: "places" */ './mail-groups/GroupManagement.tsx'),
    },
    {
      path: 'addressbook/contactgroups',
      load: () => import(/* webpackChunkName: "places" */ './mail-groups/ContactMailGroups.tsx'),
    },
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
    // What was said before a greeting of the server, the first one too, is not repeated.
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
