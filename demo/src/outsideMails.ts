/** Mails from outside the demonstration organisation, and who writes from there. */

export interface Newsletter {
  readonly name: string
  readonly address: string
  readonly title: string
  readonly items: readonly string[]
}

export interface Spam {
  readonly name: string
  readonly address: string
  readonly subject: string
  readonly html: string
}

export const NEWSLETTERS: readonly [Newsletter, ...Newsletter[]] = [
  {
    name: '技术周刊',
    address: 'weekly@news.example.com',
    title: '技术周刊',
    items: [
      '浏览器的缓存与一致性',
      '用 SQLite 服务十万封邮件',
      '微前端的共享依赖怎样只加载一份',
      '可访问性：从键盘开始',
    ],
  },
  {
    name: '行业观察',
    address: 'insight@news.example.org',
    title: '行业观察',
    items: ['企业邮箱市场年度报告', '数据出境新规解读', '制造业数字化的三条路径', '开源许可证常见误区'],
  },
  {
    name: 'Product Digest',
    address: 'digest@mail.example.net',
    title: 'Product Digest',
    items: [
      'Designing calm notifications',
      'What users expect from search',
      'A field guide to undo',
      'Dark mode beyond colours',
    ],
  },
  {
    name: '远山文旅会员中心',
    address: 'member@travel.example.com',
    title: '会员专享：秋日出行 8 折',
    items: ['徽州古城三日', '川西环线七日', '云南咖啡庄园', '海岛亲子假期'],
  },
]

export const SPAM: readonly [Spam, ...Spam[]] = [
  {
    name: '邮件管理员',
    address: 'admin@yanshu-mail.example',
    subject: '【紧急】您的邮箱将在 24 小时内停用',
    html: '<p>尊敬的用户：</p><p>系统检测到您的邮箱存在异常登录，请<b>立即</b>点击 <a href="http://yanshu-mail.example/verify?u=1">http://mail.yanshu.test/verify</a> 完成验证，否则将停用。</p>',
  },
  {
    name: '财务部',
    address: 'caiwu@finance-notice.example',
    subject: '2026 年度个人劳动补贴申领通知',
    html: '<p>请各位员工扫描二维码登记工资卡信息，逾期视为放弃。</p><img src="https://img.example.com/qr.png" width="180" height="180" alt="二维码">',
  },
  {
    name: 'Lucky Draw',
    address: 'win@prize.example',
    subject: 'Congratulations! You have been selected',
    html: '<p>Dear winner, claim your <b>$5,000,000</b> now. <a href="http://prize.example/claim">Claim</a></p>',
  },
  {
    name: '代开发票',
    address: 'fp8823@invoice.example',
    subject: '代 开 各 类 发 漂 ，验证后付款',
    html: '<p>本公司长期代开<font color="red">增值税普票、专票</font>，点数优惠，加微信 fp0000。</p>',
  },
  {
    name: 'DHL Express',
    address: 'delivery@parcel-track.example',
    subject: '您的包裹因地址不详无法投递',
    html: '<p>Your parcel is on hold. <a href="http://parcel-track.example/pay?id=77">Pay 2.99</a> to release.</p><img src="https://img.example.com/open.gif?u=42" width="1" height="1">',
  },
]

export const PARTNERS: readonly [{ name: string; address: string }, ...{ name: string; address: string }[]] = [
  { name: 'Emily Carter', address: 'emily.carter@partner.example.com' },
  { name: 'Jürgen Groß', address: 'j.gross@werk.example.org' },
  { name: "Siobhán O'Brien", address: 'siobhan@celtic.example.net' },
  { name: 'Kenji Tanaka', address: 'tanaka@nihon.example.com' },
]

export const CUSTOMERS: readonly [{ name: string; address: string }, ...{ name: string; address: string }[]] = [
  { name: '刘志远（华岭制造）', address: 'liu.zhiyuan@hualing.example.com' },
  { name: '东湖物流 采购部', address: 'purchase@donghu.example.com' },
  { name: '陈思', address: 'chensi@nanxi-bank.example.com' },
  { name: '西山医院信息科', address: 'it@xishan-hospital.example.org' },
]
