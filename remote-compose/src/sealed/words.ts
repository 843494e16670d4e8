import type { MessageTree } from '@yanshu/contracts'

/** The words of drafts that are kept encrypted. */
export const zh = {
  sealed: {
    unavailable: '加密功能当前不可用，草稿没有存到服务器，只保存在这台设备上。请稍后重试，或取消加密',
    closed: '加密功能当前不可用，无法打开这封加密的草稿。请稍后重试',
  },
} as const satisfies MessageTree

export const en = {
  sealed: {
    unavailable:
      'Encryption is not available now, so the draft was not saved on the server and is kept on this device alone. Try again later, or turn encryption off',
    closed: 'Encryption is not available now, so this encrypted draft cannot be opened. Try again later',
  },
} as const satisfies MessageTree
