import { defineRemoteBuild } from '@yanshu/build'

export default defineRemoteBuild({
  name: 'remote-compose',
  directory: import.meta.dirname,
  port: 4302,
  chunks: {
    tools: ['letter-tools/LetterPanels.tsx', 'letter-tools/toolWords.ts', 'papers/PapersPage.tsx'],
    'later-cards': ['links/'],
    'later-handed': ['handed/'],
    'later-offers': ['letter-offers/', 'picture-places/'],
    'later-reading': ['reading/'],
    'later-recipients': ['odd-recipients/'],
    'later-save': ['write/saveLetters.ts'],
    'later-schedule': ['schedule/', 'send/QuestionChoice.tsx'],
    'later-sealed': ['sealed/'],
    'later-upload': ['big-files/', 'upload/uploadInParts.ts'],
    'later-versions': ['upload/folderFiles.ts', 'versions/'],
  },
  messages: {
    first: ['*'],
    // The menus and panels of the letter's tools.
    tools: ['signatures', 'papers', 'templates'],
  },
})
