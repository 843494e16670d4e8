import type { MessageTree } from '@yanshu/contracts'

/** The words of the page of keys that come with it. */
export const zh = {
  stateHints: {
    expired: '仍可打开以前的邮件，不再用于新邮件',
    early: '到开始日期后才能使用',
    revoked: '仍可打开以前的邮件，不再用于新邮件',
    waiting: '管理员颁发后会自动显示；也可以保存证书请求交给其他机构',
    sealed: '有密钥文件时可重新导入；否则加密给它的邮件无法再打开',
  },
  uses: { both: '签名和加密', signing: '仅签名', encrypting: '仅加密', none: '不用于邮件' },
  kindHints: {
    'rsa-3072': '所有邮件程序都能读取',
    'p-256': '更快更短，较新的邮件程序都能读取',
    sm2: '国密算法，对方的程序也要支持',
  },
  remove: {
    go: '删除密钥',
    title: '删除这个密钥？',
    text: '加密给它的邮件将无法再打开，包括您已发送的副本，除非您有它的密钥文件并重新导入。其他人也不会再用它加密给您。',
    yes: '删除密钥',
    done: '密钥已删除',
  },
  forget: {
    title: '忘记了 PIN？',
    text: 'PIN 无法找回。重置后，您可以用新的 PIN 生成或导入密钥；现有的 {{count}} 个密钥将无法打开，除非您有它们的密钥文件，加密给它们的邮件无法再阅读。',
    yes: '重置 PIN',
    done: 'PIN 已重置，请生成或导入密钥',
  },
  defaults: {
    title: '写新邮件时',
    lead: '可在每封信中另行选择。回复加密邮件时总是加密。',
    label: '默认保护',
    none: '不签名也不加密',
    sign: '签名',
    signHint: '收件人能确认是您写的，且未被更改',
    encrypt: '尽可能加密',
    encryptHint: '所有收件人都能打开时才加密',
    both: '签名，并尽可能加密',
  },
  enrolment: {
    asked: '已向单位的证书机构申请证书，颁发后会自动显示',
    waits: '证书机构正在审核，颁发后会自动显示',
    unreachable: '暂时连不上证书机构，稍后会自动再试',
    refused: '证书机构没有同意颁发，每天会再申请一次。请联系管理员',
    unusable: '证书机构颁发的证书不能使用，每天会再申请一次。请联系管理员',
  },
  choices: {
    signers: '打开外部签名邮件时',
    never: '不保留签名人的证书',
    ask: '每次询问',
    trusted: '颁发者受信任时自动保留',
    trustedHint: '同一地址出现另一张证书时仍会询问',
    words: '搜索解密后的邮件',
    goWithKeys: '密钥锁定后，此设备不留解密邮件的文字',
    goWithKeysHint: '只能搜索这次打开密钥后读过的加密邮件',
  },
} as const satisfies MessageTree

export const en = {
  stateHints: {
    expired: 'Opens old mail, and is not used for new mail',
    early: 'Can be used from its first day on',
    revoked: 'Opens old mail, and is not used for new mail',
    waiting: 'It shows here once your administrator issues it. You can also hand the request to another authority',
    sealed: 'Import its file to open it again; without the file, mail that was encrypted to it cannot be read',
  },
  uses: { both: 'Signing and encrypting', signing: 'Signing', encrypting: 'Encrypting', none: 'Not for mail' },
  kindHints: {
    'rsa-3072': 'Every mail program reads it',
    'p-256': 'Faster and shorter; newer mail programs read it',
    sm2: 'The national algorithm; the other side needs it too',
  },
  remove: {
    go: 'Remove the key',
    title: 'Remove this key?',
    text: 'Mail that was encrypted to it opens no more, your sent copies among it, unless you have its file and import it again. Nobody encrypts to it any more.',
    yes: 'Remove the key',
    done: 'The key was removed',
  },
  forget: {
    title: 'Forgot the PIN?',
    text: 'It cannot be recovered. After a reset you make or import keys under a new PIN. The keys of today ({{count}}) open no more, and mail that was encrypted to them cannot be read, unless you have their files.',
    yes: 'Reset the PIN',
    done: 'The PIN was reset. Make or import a key',
  },
  defaults: {
    title: 'New letters',
    lead: 'Each letter can have another choice. Answers to encrypted mail are always encrypted.',
    label: 'Usual protection',
    none: 'Neither signed nor encrypted',
    sign: 'Signed',
    signHint: 'Recipients can check that you wrote it and that it was not changed',
    encrypt: 'Encrypted where possible',
    encryptHint: 'Where all recipients can open it',
    both: 'Signed, and encrypted where possible',
  },
  enrolment: {
    asked: 'The authority of your organisation was asked for a certificate. It appears here once it is issued',
    waits: 'The authority is deciding. The certificate appears here once it is issued',
    unreachable: 'The authority cannot be reached at the moment. It is asked again later',
    refused: 'The authority has refused a certificate. It is asked again each day. Ask your administrator',
    unusable:
      'The certificate that the authority issued cannot be used. It is asked again each day. Ask your administrator',
  },
  choices: {
    signers: 'When signed mail from outside is opened',
    never: 'Do not keep certificates of signers',
    ask: 'Ask each time',
    trusted: 'Keep them where their issuer is trusted',
    trustedHint: 'Another certificate of the same address is asked about all the same',
    words: 'Search in decrypted mail',
    goWithKeys: 'Keep no words of decrypted mail on this device once the keys are locked',
    goWithKeysHint: 'Only mail that was read since the keys were opened is found',
  },
} as const satisfies MessageTree
