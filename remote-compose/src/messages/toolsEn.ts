import type { MessageTree } from '@yanshu/contracts'

/** What the menus and panels of the letter's tools say. */
export default {
  signatures: {
    own: 'My signatures',
    system: 'Layouts of the organisation',
    none: 'No signature',
    manage: 'Manage signatures',
  },
  templates: {
    none: 'No templates yet',
    save: 'Save this letter as a template…',
    manage: 'Manage templates',
    saveTitle: 'Save as a template',
    name: 'Name',
    nameRequired: 'Enter a name',
    tooLong: '{{max}} characters at most',
    folder: 'Group',
    folderHint: 'Optional. The signature is not saved with the template.',
    noPictures: 'Pictures are not saved with the template.',
    cancel: 'Cancel',
    keep: 'Save',
    saved: 'Saved as the template “{{name}}”',
  },
} as const satisfies MessageTree
