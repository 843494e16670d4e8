/**
 * What the people of the demonstration organisation write about. `{slot}` is filled once per thread from SLOTS, and
 * `{to}`, `{from}` from the people of the mail; a thread uses its replies in order, as far as it goes.
 */

export interface Topic {
  readonly subject: string
  readonly opening: readonly string[]
  readonly replies: readonly (readonly string[])[]
  /** Kinds of files the first mail may carry. */
  readonly files?: readonly FileKind[]
  /** Departments that mostly take part; any department otherwise. */
  readonly departments?: readonly string[]
  readonly label?: string
  readonly folder?: string
}

export type FileKind = 'pdf' | 'png' | 'jpg' | 'docx' | 'xlsx' | 'pptx' | 'csv' | 'txt' | 'zip' | 'ics'

export const SLOTS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  project: ['天枢', '玉衡', '开阳', '云图', '青鸾', '北辰', '启明星', '长庚', '望舒', '飞廉'],
  customer: ['华岭制造', '东湖物流', '南溪银行', '西山医院', '海棠零售', '江北电力', '远山文旅', '新禾农业'],
  city: ['上海', '杭州', '南京', '苏州', '深圳', '广州', '厦门', '成都'],
  quarter: ['一季度', '二季度', '三季度', '四季度'],
  version: ['2.3.0', '2.4.1', '3.0.0', '3.1.2', '3.2.0', '4.0.0-beta'],
  amount: ['1,286.00', '3,450.50', '8,920.00', '12,600.00', '680.00', '26,400.00', '2,175.80'],
  big: ['36', '58', '120', '245', '380', '512'],
  day: ['周一', '周二', '周三', '周四', '周五'],
  time: ['9:30', '10:00', '14:00', '15:30', '16:00'],
  room: ['三楼大会议室', '五楼 502', '二楼培训室', '线上会议', '七楼洽谈室'],
  percent: ['12%', '18.5%', '7%', '23%', '31%'],
  count: ['3', '5', '8', '12', '17', '21'],
  module: ['登录模块', '消息推送', '报表导出', '权限管理', '附件预览', '全文检索', '移动端适配'],
  position: ['前端开发工程师', '测试工程师', '产品经理', '大客户销售', '财务分析师'],
  candidate: ['王晓明', '李思雨', '赵一鸣', '钱多多', '孙悦然', '周知行'],
  week: ['第 12 周', '第 23 周', '第 31 周', '第 38 周', '第 44 周', '第 46 周'],
}

export const TOPICS: readonly [Topic, ...Topic[]] = [
  {
    subject: '{project}项目{week}周报',
    opening: [
      '{to}，您好：',
      '本周{project}项目进展如下，请查阅。',
      '一、本周完成：{module}开发完成并提测，修复缺陷 {count} 个；与{customer}确认了验收标准。',
      '二、下周计划：完成性能压测，目标是首屏时间下降 {percent}；整理 {version} 版本的发布说明。',
      '三、风险：测试环境资源紧张，需要信息中心协助扩容。',
      '详细数据见附件。',
    ],
    replies: [
      ['收到，进展不错。扩容的事我来协调，{day}前给答复。'],
      ['谢谢！环境已经在申请了，审批通过后我第一时间同步。'],
      ['补充一点：{customer}希望把验收时间提前到{day}，请评估一下可行性。'],
    ],
    files: ['xlsx'],
    folder: '周报汇总',
  },
  {
    subject: '【会议纪要】{project}项目评审会',
    opening: [
      '各位同事：',
      '{day} {time} 在{room}召开了{project}项目评审会，纪要如下：',
      '1. {module}方案通过评审，{version} 版本纳入本次范围；\n2. 预算控制在 {big} 万元以内，由财务部跟进；\n3. 待办事项共 {count} 项，责任人见附件。',
      '如有遗漏请在{day}下班前回复，逾期视为确认。',
    ],
    replies: [
      ['确认无误，感谢整理。'],
      ['第 2 条请再核对一下，我记得会上说的是分两期支付。'],
      ['已核对录音，确实是分两期，附件已更新。'],
      ['好的，没有其他问题了。'],
    ],
    files: ['docx', 'pptx'],
    folder: '项目资料',
  },
  {
    subject: '关于{project} {version} 上线时间的讨论',
    opening: [
      'Hi {to}，',
      '{project} {version} 原定{day}晚上上线，但{module}还有 {count} 个未关闭的缺陷，其中 2 个是高优先级。',
      '我建议推迟到下周{day}，给测试组留出完整的回归时间。你怎么看？',
    ],
    replies: [
      ['同意推迟。客户那边我去解释，不过请务必保证下周能上。'],
      ['回归测试大约需要两天，我这边可以安排加班，但高优先级的缺陷请今天修完。'],
      ['两个高优先级缺陷已修复，代码已合入，请重新验证。'],
      ['验证通过，可以按新计划上线。辛苦各位！'],
    ],
    files: ['png', 'txt'],
    departments: ['rd', 'frontend', 'backend', 'qa', 'product'],
    label: '待办',
    folder: '项目资料',
  },
  {
    subject: '差旅费报销申请（{city}，{amount} 元）',
    opening: [
      '{to}，您好：',
      '我于上周赴{city}拜访{customer}，产生交通、住宿等费用合计 {amount} 元，发票及行程单见附件，请审批。',
      '出差事由：{project}项目需求调研。如需补充材料请告知。',
    ],
    replies: [
      ['票据已核对，其中一张住宿发票的抬头有误，请重新开具后提交。'],
      ['已联系酒店重开，电子发票见附件，麻烦再看一下。'],
      ['已通过，款项预计{day}到账。'],
    ],
    files: ['pdf', 'jpg'],
    departments: ['finance', 'sales-east', 'sales-south', 'marketing'],
    label: '财务',
    folder: '报销与合同',
  },
  {
    subject: '{customer}采购合同（第 {count} 版）请审阅',
    opening: [
      '{to}：',
      '附件是与{customer}的采购合同第 {count} 版，主要修改：',
      '（1）付款方式改为 3:6:1；（2）质保期由 12 个月延长到 18 个月；（3）违约金上限为合同总额的 {percent}。',
      '合同金额 {big} 万元，请法务与财务在{day}前反馈意见。',
    ],
    replies: [
      ['第七条“不可抗力”的表述建议沿用集团范本，其余无异议。'],
      ['付款节点与预算一致，财务无意见。'],
      ['已按范本修改，定稿见附件，准备用印。'],
    ],
    files: ['pdf', 'docx'],
    departments: ['legal', 'finance', 'sales-east', 'sales-south', 'sales'],
    label: '重要',
    folder: '报销与合同',
  },
  {
    subject: '{customer}拜访反馈及后续跟进',
    opening: [
      '{to}，',
      '今天拜访了{customer}的信息部，对方对{project}的{module}很感兴趣，计划在{quarter}启动采购，预算约 {big} 万元。',
      '主要顾虑是数据迁移和培训。我整理了问题清单，请研发和产品的同事帮忙补充答复。',
    ],
    replies: [
      ['不错！数据迁移的方案我们有成熟案例，明天发你一份介绍。'],
      ['培训可以安排两次现场加一次线上，费用含在实施里。'],
      ['客户已收到材料，约了{day} {time} 做演示，地点在{room}。'],
      ['好的，演示环境我来准备。'],
    ],
    files: ['pptx', 'png', 'xlsx'],
    departments: ['sales', 'sales-east', 'sales-south', 'marketing', 'product'],
    label: '客户',
    folder: '客户往来',
  },
  {
    subject: '{quarter}市场活动方案与预算',
    opening: [
      '各位好，',
      '{quarter}计划在{city}举办客户沙龙，预计邀请 {big} 家企业，总预算 {amount} 元的 10 倍以内。',
      '活动主题暂定“让每一封信都可靠”，物料设计稿见附件，请大家提意见。',
    ],
    replies: [
      ['主题很好，主视觉的蓝色可以再亮一点。'],
      ['场地定金需要提前两周支付，请先走付款申请。'],
      ['付款申请已提交，单号 HD-{count}86。'],
    ],
    files: ['png', 'pptx', 'xlsx', 'zip'],
    departments: ['marketing', 'finance', 'sales', 'office'],
  },
  {
    subject: '【{position}】候选人{candidate}面试安排',
    opening: [
      '{to}，您好：',
      '候选人{candidate}（应聘{position}）已通过初筛，计划{day} {time} 在{room}进行二面，请您担任面试官。',
      '简历见附件，面试结束后请在系统中填写评价。',
    ],
    replies: [
      ['时间可以，我会准时参加。'],
      ['面试完成：基础扎实，沟通清晰，建议录用，薪资请人力评估。'],
      ['感谢反馈，已进入薪酬沟通阶段。'],
    ],
    files: ['pdf', 'docx'],
    departments: ['hr', 'frontend', 'backend', 'qa', 'product'],
    label: '待办',
  },
  {
    subject: '{module}线上问题排查（{customer}）',
    opening: [
      '{to}，',
      '{customer}反馈{module}偶发超时，今天上午出现 {count} 次。日志片段：',
      '2026-11-02T09:31:07.412+08:00 WARN  pool-7 request timed out after 30000 ms (id=8f3a, retry=2)\n2026-11-02T09:31:07.980+08:00 ERROR gateway upstream closed connection prematurely',
      '监控截图和完整日志在附件里，请协助定位。',
    ],
    replies: [
      ['看到了，是连接池被慢查询占满。我先把超时调小止血。'],
      ['慢查询已加索引，平均耗时从 4.2 秒降到 35 毫秒，请客户再观察。'],
      ['客户确认恢复正常，谢谢！请补一份故障报告。'],
    ],
    files: ['png', 'txt', 'zip', 'csv'],
    departments: ['backend', 'frontend', 'qa', 'it'],
    label: '重要',
  },
  {
    subject: '周末团建报名',
    opening: [
      '大家好！',
      '{day}下班前请回复是否参加周末的团建：{city}周边徒步 + 烧烤 🍖，可以带家属。',
      '车辆早上 8:00 从公司南门出发，请自备雨具。',
    ],
    replies: [['报名，两位大人一位小朋友😄'], ['我也参加，自己开车过去。'], ['这周末有事，祝大家玩得开心！']],
    departments: [],
  },
  {
    subject: '办公用品领用与固定资产盘点',
    opening: [
      '各部门同事：',
      '本月固定资产盘点将于{day}开始，请提前核对名下的电脑、显示器等设备，标签脱落的请联系行政部补打。',
      '盘点表见附件，填写后于{day}前交回。',
    ],
    replies: [['已填写，见附件。名下多出一台旧显示器，是否需要退回？'], ['请放到三楼库房，登记后即可。']],
    files: ['xlsx', 'csv'],
    departments: ['office', 'finance', 'it'],
  },
  {
    subject: '{quarter}预算执行情况',
    opening: [
      '{to}，您好：',
      '{quarter}预算执行率为 {percent} 以上，其中市场费用超支，主要原因是{city}活动追加了场地费。',
      '请各部门核对明细，如有差异请在{day}前反馈。',
    ],
    replies: [['市场部明细无误，超支部分已有审批单。'], ['收到，已归档。'], ['请把审批单号补到备注里，审计要查。']],
    files: ['xlsx', 'csv', 'pdf'],
    departments: ['finance', 'marketing', 'sales', 'president'],
    label: '财务',
    folder: '报销与合同',
  },
]

/** Threads with partners abroad; the first of the names is who writes from outside. */
export const ENGLISH_TOPICS: readonly [Topic, ...Topic[]] = [
  {
    subject: 'Integration schedule for {project-en}',
    opening: [
      'Hi {to},',
      'Following up on our call: our side will finish the connector by the end of next week. Could you confirm the sandbox credentials and the rate limits?',
      'I have attached the draft schedule. Please note that our office is closed on Monday.',
    ],
    replies: [
      [
        'Thanks for the update. The sandbox is ready, credentials will be sent separately. The limit is 600 requests per minute.',
      ],
      ['Great, we were able to log in. One question: does the API return dates in UTC or in local time?'],
      ['Always UTC, in milliseconds. I have updated the documentation: https://docs.yanshu.test/api/dates?lang=en#utc'],
    ],
    files: ['pdf', 'xlsx'],
    label: '客户',
    folder: '客户往来',
  },
  {
    subject: 'Invoice INV-{number} and purchase order',
    opening: [
      'Dear {to},',
      'Please find attached invoice INV-{number} for the consulting services delivered last month. Payment is due within 30 days.',
      'Do not hesitate to contact me should you have any questions.',
    ],
    replies: [
      [
        'Dear partner, thank you. The invoice has been forwarded to our finance department and will be paid by the 25th.',
      ],
      ['Confirmed, much appreciated!'],
    ],
    files: ['pdf'],
    label: '财务',
  },
  {
    subject: 'Visit to Shanghai — agenda',
    opening: [
      'Hello {to},',
      'We are looking forward to visiting your headquarters. Is 10:00 on Tuesday still fine? There will be three of us, and we would love to see the lab 🙂',
    ],
    replies: [
      ['Hello! Tuesday at 10:00 is confirmed. 欢迎来上海！ I will meet you at the reception.'],
      ['Perfect. See you then.'],
    ],
    files: ['ics', 'jpg'],
  },
]
