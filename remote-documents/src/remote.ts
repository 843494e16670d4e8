import { defineRemote, REMOTE_CONTRACT_MAJOR } from '@yanshu/contracts'
import { fetchPart } from '@yanshu/shell-api'

/** What others ask of the kept files, with the dialogs that it shows. */
const fetchBetween = () => fetchPart(() => import('./between/index.ts'))

/** The document center, and the page of who comes by a link to files. */
export default defineRemote({
  contract: { name: 'remote-documents', major: REMOTE_CONTRACT_MAJOR },
  routes: [
    {
      path: 'documentcenter',
      load: () => fetchPart(() => import('./center/DocumentCenter.tsx')),
    },
    {
      path: 'sharefile',
      load: () => fetchPart(() => import('./share-page/SharePage.tsx')),
    },
  ],
  intents: {
    'files.pick': async (input) => (await fetchBetween()).pickFiles(input),
    'files.save': async (input) => (await fetchBetween()).saveFiles(input),
  },
  i18n: {
    ns: 'remote-documents',
    load: (language) => (language === 'en' ? import('./messages/en.ts') : import('./messages/zh.ts')),
  },
})
