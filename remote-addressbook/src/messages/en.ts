export default {
  group: 'Contacts',
  page: { title: 'Contacts', text: 'This is the new page.' },
  card: { label: 'Contacts', text: 'This mail has {{size}}' },
}
