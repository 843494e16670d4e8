import { lookalikeOf } from './domains.ts'

/** Names that are often borrowed, and the domains that are really theirs. */
export interface Brand {
  /** In lower case; found in a sender's name as a whole word, or anywhere in Chinese. */
  readonly names: readonly string[]
  readonly domains: readonly string[]
}

export const BRANDS: readonly Brand[] = [
  {
    names: ['microsoft', 'office 365', 'onedrive', 'outlook', 'teams', '微软'],
    domains: [
      'microsoft.com',
      'office.com',
      'live.com',
      'outlook.com',
      'sharepoint.com',
      'microsoftonline.com',
      'office365.com',
    ],
  },
  { names: ['apple', 'icloud', '苹果'], domains: ['apple.com', 'icloud.com'] },
  { names: ['google', '谷歌'], domains: ['google.com', 'gmail.com', 'youtube.com'] },
  { names: ['amazon', 'aws', '亚马逊'], domains: ['amazon.com', 'amazon.cn', 'amazonaws.com'] },
  { names: ['paypal', '贝宝'], domains: ['paypal.com'] },
  { names: ['netflix'], domains: ['netflix.com'] },
  { names: ['facebook', 'instagram'], domains: ['facebook.com', 'facebookmail.com', 'instagram.com'] },
  { names: ['linkedin', '领英'], domains: ['linkedin.com', 'linkedin.cn'] },
  { names: ['dropbox'], domains: ['dropbox.com', 'dropboxmail.com'] },
  { names: ['docusign'], domains: ['docusign.com', 'docusign.net'] },
  { names: ['adobe'], domains: ['adobe.com', 'adobesign.com'] },
  { names: ['wetransfer'], domains: ['wetransfer.com'] },
  { names: ['zoom'], domains: ['zoom.us', 'zoom.com'] },
  { names: ['dhl'], domains: ['dhl.com', 'dhl.de'] },
  { names: ['ups'], domains: ['ups.com'] },
  { names: ['fedex', '联邦快递'], domains: ['fedex.com'] },
  { names: ['顺丰'], domains: ['sf-express.com', 'sf.com'] },
  { names: ['中通'], domains: ['zto.com'] },
  { names: ['圆通'], domains: ['yto.net.cn'] },
  { names: ['韵达'], domains: ['yundaex.com'] },
  {
    names: ['淘宝', '天猫', '阿里巴巴', 'taobao', 'alibaba'],
    domains: ['taobao.com', 'tmall.com', 'alibaba.com', 'alibaba-inc.com', '1688.com'],
  },
  { names: ['支付宝', 'alipay'], domains: ['alipay.com'] },
  { names: ['阿里云'], domains: ['aliyun.com', 'alibabacloud.com'] },
  { names: ['京东'], domains: ['jd.com'] },
  { names: ['微信', '腾讯', 'wechat', 'tencent'], domains: ['qq.com', 'tencent.com', 'weixin.qq.com'] },
  { names: ['工商银行', 'icbc'], domains: ['icbc.com.cn'] },
  { names: ['建设银行', 'ccb'], domains: ['ccb.com', 'ccb.cn'] },
  { names: ['农业银行'], domains: ['abchina.com', 'abchina.com.cn'] },
  {
    names: ['中国银行', 'bank of china'],
    domains: ['boc.cn', 'bankofchina.com', 'bankofchina.com.hk', 'bankofchina.co.uk'],
  },
  { names: ['招商银行'], domains: ['cmbchina.com'] },
  { names: ['中国移动', '移动积分'], domains: ['10086.cn', 'chinamobile.com'] },
  {
    names: [
      '税务局',
      '税务总局',
      '公积金',
      '社保局',
      '医保局',
      '社保中心',
      '人社局',
      '海关',
      '银监会',
      '人民法院',
      '公安局',
    ],
    domains: ['gov.cn', 'court.gov.cn', 'chinatax.gov.cn'],
  },
  { names: ['etc服务', 'etc中心'], domains: ['txffp.com'] },
  { names: ['metamask', 'coinbase', 'binance'], domains: ['metamask.io', 'coinbase.com', 'binance.com'] },
]

const HAN = /\p{Script=Han}/u

interface NamedBrand {
  readonly brand: Brand
  readonly name: string
  isIn(folded: string): boolean
}

function namedBrand(brand: Brand, name: string): NamedBrand {
  if (HAN.test(name)) return { brand, name, isIn: (folded) => folded.includes(name) }
  const word = new RegExp(`(?:^|[^a-z0-9])${name}(?:$|[^a-z0-9])`)
  return { brand, name, isIn: (folded) => word.test(folded) }
}

/** Made with the first mail: sixty expressions for each would be a third of its check. */
let named: readonly NamedBrand[] | null = null

/** The brand that a sender's name names. */
export function brandNamed(name: string): { readonly brand: Brand; readonly name: string } | null {
  named ??= BRANDS.flatMap((brand) => brand.names.map((known) => namedBrand(brand, known)))
  const folded = name.toLowerCase()
  return named.find((one) => one.isIn(folded)) ?? null
}

/** Domains of brands whose names are words of everyday: honest domains have them too (`office-supplies.cn`). */
const EVERYDAY: ReadonlySet<string> = new Set(['office.com', 'live.com'])

/** Which of a brand's domains a host is made to look like, or has in front; null for none. */
export function brandDomainIn(host: string, domains: readonly string[]): string | null {
  const worn = domains.find((one) => host.startsWith(`${one}.`) || host.includes(`.${one}.`))
  return (
    worn ??
    lookalikeOf(
      host,
      domains.filter((one) => !EVERYDAY.has(one)),
    )
  )
}
