import type { RemoteContributes } from '@yanshu/contracts'

const title = { zh: '通讯录', en: 'Contacts' }

/** What the address book adds to the screens of others. Read when it is built; the manifest carries it. */
export default {
  routes: [{ prefix: 'addressbook', title, icon: 'contacts', area: 'addressbook' }],
  areas: [{ area: 'addressbook', title, icon: 'contacts', home: '/addressbook/allcontacts' }],
  nav: [
    { place: 'sidebar', path: '/addressbook/allcontacts', title, icon: 'contacts', order: 20 },
    { place: 'bottom', path: '/addressbook/allcontacts', title, icon: 'contacts', order: 15 },
  ],
  slots: [
    { slot: 'person.card', major: 1, order: 10 },
    { slot: 'recipient.hint', major: 1, order: 10 },
    { slot: 'mail.card', major: 1, order: 30, for: ['text/vcard', 'text/x-vcard', 'text/directory'] },
  ],
  intents: { 'contacts.pick': 1, 'person.save': 1 },
  commands: [{ id: 'people', title: { zh: '联系人', en: 'People' }, live: true }],
} as const satisfies RemoteContributes
