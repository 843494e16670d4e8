import { defineRemoteBuild } from '@yanshu/build'

export default defineRemoteBuild({
  name: 'remote-keys',
  directory: import.meta.dirname,
  port: 4307,
  chunks: {
    card: ['reading/ProtectedCard.tsx'],
    'words-en': ['messages/en.ts'],
    'words-zh': ['messages/zh.ts'],
    'later-cms': ['crypto/cmsPart.ts'],
    'later-html': ['reading/OpenedHtml.tsx'],
    'later-letter': ['drafts/sealDraft.ts', 'writing/ProtectionCheck.tsx', 'writing/ProtectionOption.tsx'],
    'later-offer': ['reading/CertificateOffer.tsx'],
    'later-outside': ['outside/OutsidePage.tsx'],
    'later-page': ['page/KeysPage.tsx'],
    'later-pin': ['crypto/keyFilePart.ts'],
    'later-reading': ['reading/ProtectedMail.tsx'],
    'later-reencrypt': ['reencrypt/ReencryptMails.tsx'],
    'later-search': ['search/OpenedHits.tsx'],
    'later-writing': ['writing/writingPart.ts'],
  },
})
