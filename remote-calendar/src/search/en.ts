/** The words of the search of events, in English. */
export default {
  field: 'Search events and tasks',
  found: 'Events and tasks found',
  none: 'Nothing found for "{{text}}"',
  waiting: 'Searching…',
  remind_one: 'Write to the one who has not answered',
  remind_other: 'Write to the {{count}} who have not answered',
  remindSubject: 'Please answer: {{title}}',
}
