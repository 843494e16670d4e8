import type { RemoteContributes } from '@yanshu/contracts'
import { OWN_SETTINGS } from './ownSettings.ts'

/** Signed and encrypted mail, on the screens of others. Read when it is built; the manifest carries it. */
export default {
  routes: [
    {
      prefix: 'smimePage',
      title: { zh: '打开加密邮件', en: 'Open an encrypted mail' },
      icon: 'lock',
      keep: false,
      public: true,
    },
  ],
  slots: [
    {
      slot: 'mail.card',
      major: 1,
      order: 5,
      when: 'smimeEnable',
      for: [
        'application/pkcs7-signature',
        'application/x-pkcs7-signature',
        'application/pkcs7-mime',
        'application/x-pkcs7-mime',
        'application/octet-stream',
      ],
    },
    { slot: 'search.above', major: 1, when: 'smimeEnable' },
    { slot: 'letter.option', major: 1, order: 10, when: 'smimeEnable' },
    // After all others: what it has made of a letter is what leaves.
    {
      slot: 'letter.check',
      major: 1,
      order: 90,
      when: 'smimeEnable',
      title: { zh: '签名和加密', en: 'Signature and encryption' },
    },
  ],
  intents: { 'draft.seal': 1, 'draft.open': 1, 'draft.sealFile': 1, 'draft.files': 1, 'draft.openFile': 1 },
  ownSettings: OWN_SETTINGS,
  settings: [
    {
      page: 'smime',
      title: { zh: '邮件解密', en: 'Message decryption' },
      group: 'security',
      icon: 'lock',
      order: 25,
      when: 'smimeEnable',
    },
  ],
} as const satisfies RemoteContributes
