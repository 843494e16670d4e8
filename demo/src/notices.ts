/** Mails to all people of the demonstration organisation: from its systems, and from its management. */

export interface Notice {
  readonly from: string
  readonly name: string
  readonly subject: string
  readonly lines: readonly string[]
}

export const NOTICES: readonly [Notice, ...Notice[]] = [
  {
    from: 'postmaster',
    name: '邮件系统',
    subject: '【系统通知】您的邮箱密码将于 7 天后到期',
    lines: [
      '尊敬的用户：',
      '您的邮箱密码将于 7 天后到期，请登录邮箱后在“设置 - 账号与安全”中修改。',
      '系统不会通过邮件索要您的密码，请勿向任何人透露。',
    ],
  },
  {
    from: 'postmaster',
    name: '邮件系统',
    subject: '【系统通知】邮箱容量使用提醒',
    lines: ['您的邮箱已使用 82% 的空间，请及时清理大附件或归档旧邮件。'],
  },
  {
    from: 'oa',
    name: '办公系统',
    subject: '【待办】您有 {count} 条流程等待审批',
    lines: [
      '您好，您有 {count} 条流程等待审批：',
      '- 用印申请（{customer}）\n- 差旅申请（{city}）\n- 采购申请（办公设备）',
      '请登录办公系统处理：https://oa.yanshu.test/tasks?status=pending&from=mail',
    ],
  },
  {
    from: 'monitor',
    name: '监控平台',
    subject: '[告警恢复] {module} 响应时间',
    lines: [
      '规则：{module} 响应时间 P99 > 800 ms',
      '状态：已恢复，持续 {count} 分钟',
      '主机：app-{count}.{project-en}.yanshu.test',
    ],
  },
  {
    from: 'git',
    name: '代码仓库',
    subject: '[{project-en}] 合并请求 !{number}：{module}优化',
    lines: [
      '{project-en} 有新的合并请求等待评审。',
      '变更：{count} 个文件，+{number} -{count}',
      'https://git.yanshu.test/{project-en}/-/merge_requests/{number}',
    ],
  },
]

export const ANNOUNCEMENTS: readonly [Notice, ...Notice[]] = [
  {
    from: 'jiang.hua',
    name: '蒋华',
    subject: '关于国庆节放假安排的通知',
    lines: [
      '全体员工：',
      '根据国家法定节假日安排，10 月 1 日至 7 日放假，共 7 天，9 月 27 日（星期日）、10 月 10 日（星期六）上班。',
      '请各部门做好值班安排，离开前关闭电源和门窗。祝大家节日愉快！',
    ],
  },
  {
    from: 'zeng.qian',
    name: '曾倩',
    subject: '关于开展年度体检的通知',
    lines: [
      '各位同事：',
      '年度体检将于下月开始，请登录人力系统选择体检机构和时间。已婚女员工及 40 岁以上员工另有加项。',
    ],
  },
  {
    from: 'shi.lei',
    name: '石磊',
    subject: '【安全提醒】谨防假冒财务的钓鱼邮件',
    lines: [
      '近期发现多起假冒财务人员要求转账、点击链接补录银行卡的邮件。',
      '请注意核对发件人地址，不要打开来源不明的附件；可疑邮件请转发至信息中心。',
      '安全无小事，人人都是防线。',
    ],
  },
  {
    from: 'zhao.guoqiang',
    name: '赵国强',
    subject: '致全体同事的一封信',
    lines: [
      '各位同事：',
      '过去的一个季度，我们在市场下行的环境中实现了逆势增长，签约客户数同比增长 23%。这是每一位同事努力的结果。',
      '下一阶段，我们要坚持“把一件事做透”，把产品的可靠性放在第一位。感谢大家，也感谢你们的家人。',
    ],
  },
  {
    from: 'ye.fan',
    name: '叶帆',
    subject: '机房网络割接通知（周六 22:00—周日 2:00）',
    lines: [
      '为提升出口带宽，信息中心将于本周六 22:00 至周日 2:00 进行网络割接，期间邮件和办公系统可能短暂中断。',
      '如遇紧急情况请拨打值班电话 8000。',
    ],
  },
  {
    from: 'sun.lihua',
    name: '孙丽华',
    subject: '总裁办公会决议事项督办清单',
    lines: ['各部门负责人：', '现将本月总裁办公会决议事项印发，请按时间节点落实，并于每周五 17:00 前反馈进展。'],
  },
]
