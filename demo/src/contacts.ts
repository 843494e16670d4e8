/** Personal contacts of the demonstration: partners, suppliers, family. Nothing here is random. */

type Kind = 'work' | 'home' | 'mobile' | 'other'
type ContactValue = readonly [kind: Kind, value: string]

export interface DemoContact {
  readonly name: string
  readonly nickname: string
  readonly organization: string
  readonly duties: string
  readonly note: string
  readonly birthday: string
  readonly birthdayLunar: boolean
  readonly emails: readonly { readonly kind: Kind; readonly value: string }[]
  readonly phones: readonly { readonly kind: Kind; readonly value: string }[]
  readonly addresses: readonly { readonly kind: Kind; readonly value: string }[]
  readonly starred: boolean
  /** Names of the groups it is in. */
  readonly groups: readonly string[]
}

export interface DemoContactGroup {
  readonly name: string
  /** Name of the group above, null at the top. Parents come before their children. */
  readonly parent: string | null
}

export const DEMO_CONTACT_GROUPS: readonly DemoContactGroup[] = [
  { name: '客户', parent: null },
  { name: '华东客户', parent: '客户' },
  { name: '供应商', parent: null },
  { name: '亲友', parent: null },
]

interface Written {
  readonly nickname?: string
  readonly note?: string
  readonly birthday?: string
  readonly lunar?: boolean
  readonly emails?: readonly ContactValue[]
  readonly phones?: readonly ContactValue[]
  readonly addresses?: readonly ContactValue[]
  readonly starred?: boolean
  readonly groups?: readonly string[]
}

const lines = (list: readonly ContactValue[] = []) => list.map(([kind, value]) => ({ kind, value }))

const contactOf = (name: string, organization: string, duties: string, more: Written): DemoContact => ({
  name,
  organization,
  duties,
  nickname: more.nickname ?? '',
  note: more.note ?? '',
  birthday: more.birthday ?? '',
  birthdayLunar: more.lunar ?? false,
  emails: lines(more.emails),
  phones: lines(more.phones),
  addresses: lines(more.addresses),
  starred: more.starred ?? false,
  groups: more.groups ?? [],
})

/** The same list for all accounts whose mailbox is full. */
export const DEMO_CONTACTS: readonly DemoContact[] = [
  contactOf('单晓峰', '云帆科技', '采购总监', {
    nickname: '单总',
    emails: [
      ['work', 'shan.xiaofeng@yunfan.example'],
      ['home', 'xf.shan@mail.example'],
    ],
    phones: [
      ['mobile', '19900123401'],
      ['work', '010-55550123 转 802'],
    ],
    addresses: [['work', '北京市海淀区学院路 8 号云帆大厦 12 层']],
    birthday: '1982-08-15',
    lunar: true,
    note: '习惯上午沟通，报价要含税。\n去年签过两期合同。',
    starred: true,
    groups: ['客户'],
  }),
  contactOf('吕静怡', '海棠设计', '创意总监', {
    emails: [['work', 'lv.jingyi@haitang.example']],
    phones: [['mobile', '19900123402']],
    birthday: '1990-03-21',
    groups: ['供应商'],
    starred: true,
  }),
  contactOf('曾海波', '东海贸易', '总经理', {
    emails: [['work', 'zeng@donghai.example']],
    phones: [['mobile', '19900123403']],
    addresses: [['work', '上海市浦东新区世纪大道 100 号']],
    groups: ['华东客户'],
  }),
  contactOf('解文斌', '东海贸易', '财务经理', {
    emails: [['work', 'xie.wenbin@donghai.example']],
    groups: ['华东客户'],
  }),
  contactOf('欧阳雪', '江南印务', '客户经理', {
    emails: [['work', 'ouyang.xue@jiangnan.example']],
    phones: [['work', '025-55550188']],
    groups: ['供应商'],
  }),
  contactOf('仇志远', '启明律师事务所', '合伙人', {
    emails: [['work', 'qiu.zhiyuan@qiming.example']],
    phones: [['mobile', '19900123406']],
    note: '合同与知识产权',
  }),
  contactOf('王秀英', '', '', {
    nickname: '妈妈',
    phones: [['home', '0571-55550166']],
    emails: [['home', 'xiuying.wang@mail.example']],
    birthday: '--09-09',
    lunar: true,
    addresses: [['home', '杭州市西湖区文三路 20 号']],
    starred: true,
    groups: ['亲友'],
  }),
  contactOf('陈子轩', '滨海大学', '教授', {
    emails: [['work', 'chen.zixuan@binhai.example']],
    birthday: '1975-11-02',
    groups: ['亲友'],
  }),
  contactOf('朴志勇', '星河电子', '技术支持', {
    emails: [['work', 'piao@xinghe.example']],
    phones: [['mobile', '19900123409']],
    groups: ['供应商'],
  }),
  contactOf('Emma Clark', 'Northwind Partners', 'Account manager', {
    emails: [['work', 'emma.clark@northwind.example']],
    phones: [['work', '+44 20 5550 0142']],
    groups: ['客户'],
  }),
  contactOf('Kenji Sato', 'Aoyama Trading', 'Buyer', {
    nickname: '佐藤',
    emails: [['work', 'sato@aoyama.example']],
    groups: ['客户'],
  }),
  contactOf('12306 客服', '', '', { phones: [['work', '12306']] }),
]

/** Who leads a department: its id and the accounts, the first first. */
export const DEMO_HEADS: Readonly<Record<string, readonly string[]>> = {
  group: ['zhao.guoqiang'],
  president: ['zhao.guoqiang'],
  rd: ['zhou.mingyuan'],
  frontend: ['zhang.wei'],
  backend: ['huang.zhiyong'],
  qa: ['hu.min'],
  product: ['lin.jiayi'],
  marketing: ['li.na'],
  sales: ['tang.rong'],
  'sales-east': ['chen.jie'],
  'sales-south': ['zhang.wei2'],
  finance: ['wang.fang'],
  hr: ['zeng.qian'],
  legal: ['yuan.zhengyi'],
  office: ['jiang.hua'],
  it: ['admin'],
}

export interface DemoMailGroup {
  /** Local part of the address. */
  readonly account: string
  readonly name: string
  readonly note: string
  readonly senders: 'anybody' | 'organisation' | 'members' | 'permitted'
  /** Accounts; the first manager makes the group. */
  readonly managers: readonly string[]
  readonly members: readonly string[]
  readonly permitted: readonly string[]
  /** Departments whose people are in it. */
  readonly departments: readonly string[]
}

export const DEMO_MAIL_GROUPS: readonly DemoMailGroup[] = [
  {
    account: 'all-staff',
    name: '全体员工',
    note: '公司公告，授权成员可以发信。',
    senders: 'permitted',
    managers: ['admin', 'sun.lihua'],
    members: [],
    permitted: ['zhao.guoqiang', 'zeng.qian', 'li.na'],
    departments: ['group'],
  },
  {
    account: 'tianshu-project',
    name: '天枢项目组',
    note: '',
    senders: 'members',
    managers: ['zhang.wei'],
    members: ['zhang.wei', 'li.na', 'lin.jiayi', 'xu.jing', 'hu.min', 'gao.peng'],
    permitted: [],
    departments: [],
  },
  {
    account: 'service',
    name: '客户服务',
    note: '客户可以直接写信到这个地址。',
    senders: 'anybody',
    managers: ['li.na', 'tang.rong'],
    members: ['li.na', 'feng.juan'],
    permitted: [],
    departments: ['sales-east'],
  },
]
