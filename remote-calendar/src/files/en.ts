/** What the files of events say; it comes with them. */
export default {
  title: 'Files',
  add: 'Attach files',
  addHint: 'Or drop files here. Up to {{count}} files, {{size}} in all; people who are invited get them too.',
  pick: 'Choose from documents',
  drop: 'Drop to attach',
  list: 'Files',
  keep: 'Save to documents',
  removed: '“{{name}}” was removed',
  undo: 'Undo',
  remove: 'Remove {{name}}',
  open: 'Open the link {{name}}',
  waiting: 'Files are still being uploaded. Save when they are there',
  failed: 'A file could not be uploaded. Try again or remove it, then save',
  failedOne: 'Not uploaded. Check the connection and try again',
  problem: {
    empty: '“{{name}}” is empty and was not added',
    duplicate: '“{{name}}” is there already and was not added',
    'too-many': '{{count}} files at most; “{{name}}” was not added',
    'too-large': 'The files may have {{size}} together; “{{name}}” was not added',
    'blocked-type': 'Files such as “{{name}}” are not allowed',
  },
}
