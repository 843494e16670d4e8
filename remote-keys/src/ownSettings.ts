import type { OwnSettings } from '@yanshu/contracts'

/** What a person chooses for signed and encrypted mail, on all devices. */
export const OWN_SETTINGS = {
  /**
   * What happens with the certificate of a signer outside: nothing, it is offered, or it is kept where its authority is trusted
   * and no other one is kept for the address.
   */
  signersCertificates: { type: 'choice', default: 'ask', choices: ['never', 'ask', 'trusted'] },
  /** Whether the words of decrypted mail are found only as long as the keys are open: nothing of them is kept on the device. */
  wordsGoWithKeys: { type: 'boolean', default: false },
} as const satisfies OwnSettings
