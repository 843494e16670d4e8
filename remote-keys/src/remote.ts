import { defineRemote, REMOTE_CONTRACT_MAJOR } from '@yanshu/contracts'
import { fetchPart } from '@yanshu/shell-api'
import { fetchWriting } from './writing/fetchWriting.ts'

/** Signed and encrypted mail: the keys of the person. What computes comes when a key or such a mail needs it. */
export default defineRemote({
  contract: { name: 'remote-keys', major: REMOTE_CONTRACT_MAJOR },
  routes: [
    {
      path: 'smimePage',
      load: () => fetchPart(() => import('./outside/OutsidePage.tsx')),
    },
  ],
  slots: {
    'letter.option': () => fetchPart(() => import('./writing/ProtectionOption.tsx')),
    'letter.check': () => fetchPart(() => import('./writing/ProtectionCheck.tsx')),
    'search.above': () => fetchPart(() => import('./search/OpenedHits.tsx')),
    'mail.card': () => fetchPart(() => import('./reading/ProtectedCard.tsx')),
  },
  intents: {
    'draft.seal': async (input) => (await fetchPart(() => import('./drafts/sealDraft.ts'))).sealDraft(input),
    'draft.sealFile': async (input) => (await fetchPart(() => import('./drafts/sealDraft.ts'))).sealAddedFile(input),
    'draft.files': async (input) => (await fetchPart(() => import('./drafts/sealDraft.ts'))).draftFiles(input),
    'draft.openFile': async (input) => (await fetchWriting()).openLetterFile(input),
    'draft.open': async (input) => (await fetchWriting()).openDraft(input),
  },
  settings: {
    smime: () => fetchPart(() => import('./page/KeysPage.tsx')),
  },
  i18n: {
    ns: 'remote-keys',
    load: (language) => (language === 'en' ? import('./messages/en.ts') : import('./messages/zh.ts')),
  },
})
