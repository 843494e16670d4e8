/** The demonstration organisation: who works where. Nothing here is random. */

export interface DemoDepartment {
  readonly id: string
  readonly name: string
  /** Id of the department above, null at the top. Parents come before their children. */
  readonly parent: string | null
}

export interface DemoPerson {
  /** Local part of the address, which is also the login name. */
  readonly account: string
  readonly address: string
  readonly name: string
  /** As in the contract: 0 male, 1 female. */
  readonly gender: 0 | 1
  readonly phone: string
  readonly duties: string
  readonly department: string
  readonly partTimeDepartments: readonly string[]
  readonly isAdmin: boolean
}

export interface DemoOrganisation {
  readonly name: string
  readonly domain: string
  readonly departments: readonly DemoDepartment[]
  readonly people: readonly DemoPerson[]
}

export const DEMO_DOMAIN = 'yanshu.test'

/** The password of all accounts of the demonstration organisation; it is printed at start and is no secret. */
export const DEMO_PASSWORD = 'Wild-Goose-7'

/** The people whose mailboxes are full, and whom the start page names. */
export const MAIN_ACCOUNTS = ['zhang.wei', 'li.na', 'wang.fang', 'chen.jie', 'admin'] as const

const DEPARTMENTS: readonly [string, string, string | null][] = [
  ['group', '雁书示例集团', null],
  ['president', '总裁办', 'group'],
  ['rd', '研发中心', 'group'],
  ['frontend', '前端组', 'rd'],
  ['backend', '后端组', 'rd'],
  ['qa', '测试组', 'rd'],
  ['product', '产品部', 'group'],
  ['marketing', '市场部', 'group'],
  ['sales', '销售部', 'group'],
  ['sales-east', '华东区', 'sales'],
  ['sales-south', '华南区', 'sales'],
  ['finance', '财务部', 'group'],
  ['hr', '人力资源部', 'group'],
  ['legal', '法务部', 'group'],
  ['office', '行政部', 'group'],
  ['it', '信息中心', 'group'],
]

type Row = [account: string, name: string, gender: 'm' | 'f', department: string, duties: string, ...partTime: string[]]

const PEOPLE: readonly Row[] = [
  ['zhang.wei', '张伟', 'm', 'frontend', '前端组组长', 'product'],
  ['li.na', '李娜', 'f', 'marketing', '市场部经理', 'sales'],
  ['wang.fang', '王芳', 'f', 'finance', '财务部主管'],
  ['chen.jie', '陈杰', 'm', 'sales-east', '华东区销售经理', 'marketing'],
  ['admin', '系统管理员', 'm', 'it', '邮件系统管理员'],
  ['zhao.guoqiang', '赵国强', 'm', 'president', '总裁'],
  ['sun.lihua', '孙丽华', 'f', 'president', '总裁助理', 'office'],
  ['zhou.mingyuan', '周明远', 'm', 'rd', '研发中心总监', 'product'],
  ['wu.xiaofeng', '吴晓峰', 'm', 'frontend', '高级前端工程师'],
  ['zheng.yuting', '郑雨婷', 'f', 'frontend', '前端工程师'],
  ['liu.yang', '刘洋', 'm', 'frontend', '前端工程师'],
  ['huang.zhiyong', '黄志勇', 'm', 'backend', '后端组组长', 'it'],
  ['xu.jing', '徐静', 'f', 'backend', '高级后端工程师'],
  ['ma.chao', '马超', 'm', 'backend', '后端工程师'],
  ['lv.siyuan', '吕思远', 'm', 'backend', '数据库工程师'],
  ['zhu.zhe', '朱喆', 'm', 'backend', '后端工程师'],
  ['hu.min', '胡敏', 'f', 'qa', '测试组组长'],
  ['guo.tao', '郭涛', 'm', 'qa', '测试工程师'],
  ['he.xue', '何雪', 'f', 'qa', '自动化测试工程师'],
  ['lin.jiayi', '林佳怡', 'f', 'product', '产品经理', 'marketing'],
  ['gao.peng', '高鹏', 'm', 'product', '高级产品经理'],
  ['ouyang.ning', '欧阳宁', 'f', 'product', '交互设计师', 'frontend'],
  ['luo.dan', '罗丹', 'f', 'marketing', '品牌专员'],
  ['liang.bo', '梁博', 'm', 'marketing', '活动策划'],
  ['song.jia', '宋佳', 'f', 'marketing', '内容编辑'],
  ['tang.rong', '唐镕', 'm', 'sales', '销售总监'],
  ['han.lei', '韩磊', 'm', 'sales-east', '客户经理'],
  ['feng.juan', '冯娟', 'f', 'sales-east', '客户经理'],
  ['zhang.wei2', '张伟', 'm', 'sales-south', '华南区销售经理'],
  ['deng.hao', '邓浩', 'm', 'sales-south', '客户经理'],
  ['xiao.yan', '肖燕', 'f', 'sales-south', '客户经理'],
  ['cao.guilan', '曹桂兰', 'f', 'finance', '会计'],
  ['peng.kai', '彭凯', 'm', 'finance', '出纳'],
  ['zeng.qian', '曾倩', 'f', 'hr', '人力资源部经理'],
  ['tian.ye', '田野', 'm', 'hr', '招聘专员'],
  ['dong.mei', '董梅', 'f', 'hr', '薪酬专员', 'finance'],
  ['yuan.zhengyi', '袁正义', 'm', 'legal', '法务部经理', 'president'],
  ['yu.wanqing', '于婉清', 'f', 'legal', '合同专员'],
  ['jiang.hua', '蒋华', 'f', 'office', '行政部经理'],
  ['shen.jun', '沈军', 'm', 'office', '行政专员'],
  ['ye.fan', '叶帆', 'm', 'it', '网络工程师'],
  ['shi.lei', '石磊', 'm', 'it', '信息安全工程师', 'legal'],
]

const ORGANISATION: DemoOrganisation = {
  name: '雁书示例集团',
  domain: DEMO_DOMAIN,
  departments: DEPARTMENTS.map(([id, name, parent]) => ({ id, name, parent })),
  people: PEOPLE.map(([account, name, gender, department, duties, ...partTimeDepartments], index) => ({
    account,
    address: `${account}@${DEMO_DOMAIN}`,
    name,
    gender: gender === 'm' ? 0 : 1,
    // Made up.
    phone: `199${String(10_000_000 + index * 137_911).slice(0, 8)}`,
    duties,
    department,
    partTimeDepartments,
    isAdmin: account === 'admin',
  })),
}

/** 雁书示例集团, its department tree and its people; the same object at every call. */
export function demoOrganisation(): DemoOrganisation {
  return ORGANISATION
}
