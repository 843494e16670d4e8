import { defineRemoteBuild } from '@yanshu/build'

export default defineRemoteBuild({
  name: 'remote-addressbook',
  directory: import.meta.dirname,
  port: 4304,
  chunks: {
    about: ['person/AboutPerson.tsx', 'person/Soon.tsx'],
    person: [
      'commands/findPeople.ts',
      'files/VcfCards.tsx',
      'person/NamesakeHint.tsx',
      'person/PersonCard.tsx',
      'person/savePerson.ts',
      'picker/openPicker.tsx',
    ],
    places: ['frame/'],
    'words-en': ['messages/en.ts'],
    'words-zh': ['messages/zh.ts'],
    'later-crop': ['contacts/Cropper.tsx'],
    'later-files': ['files/openFiles.tsx'],
    'later-forms': ['contacts/ContactForm.tsx', 'mail-groups/MailGroupForm.tsx'],
  },
})
