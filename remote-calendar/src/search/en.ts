/** What the search of events says, in English. */
export default {
  field: 'Search events and tasks',
  found: 'Events and tasks found',
  none: 'Nothing found for "{{text}}"',
  waiting: 'Searching…',
}
