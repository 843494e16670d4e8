export default {
  group: 'Assistant',
  page: { title: 'Assistant', text: 'This is the new page.' },
  card: { label: 'Assistant', text: 'This mail has {{size}}' },
}
