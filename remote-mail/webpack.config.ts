import { defineRemoteBuild } from '@yanshu/build'

export default defineRemoteBuild({
  name: 'remote-mail',
  directory: import.meta.dirname,
  port: 4301,
  messages: {
    // The lists of mails and the box of search.
    first: [
      'action',
      'confirm',
      'day',
      'done',
      'empty',
      'error',
      'filter',
      'held.drafted|failed|tooLate',
      'keys',
      'list',
      'marker',
      'reading.none|noneText|region',
      'routes.dashboard',
      'row',
      'search.advanced|focus|keyword|keywordNeeded|placeholder',
      'select.all',
    ],
    home: ['dashboard'],
    search: ['facet', 'search'],
    // Reading, menus, the lists over several folders.
    later: [
      '*',
      'action.editAgain|followUp|forwardAttached|more|notSpam|openTab|print|recover|saveEml|zip|mbox|spam|stick|unstick',
      'empty.favorite|favoriteText|label|labelText|noread|noreadText|readed|readedText|related|relatedText',
      'error.collect',
      'filter.read',
      'list.menu|noAddress|noAddressAdvice|noLabel|related|unreadFrom|unreadOf',
    ],
  },
})
