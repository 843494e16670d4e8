import type { MessageTree } from '@yanshu/contracts'

/** The words of the page of keys that come with it. */
export const zh = {
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
