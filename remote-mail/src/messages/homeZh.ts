import type { MessageTree } from '@yanshu/contracts'

export const homeZh = {
  dashboard: {
    announcements: '公告',
    morning: '{{name}}，早上好',
    afternoon: '{{name}}，下午好',
    evening: '{{name}}，晚上好',
    allRead: '所有邮件都已读完',
    allReadText: '新邮件到达时会出现在这里。',
    drafts: '草稿',
    failed: '首页没有加载出来',
    folders: '未读邮件在哪里',
    left: '还可使用 {{left}}',
    nearlyFull: '空间即将用完，写信和收信可能受影响。',
    newest: '按最近的 1,000 封未读邮件统计。',
    people: '谁的邮件还没读',
    quota: '已用 {{used}}，共 {{limit}}',
    starred: '星标',
    storage: '邮箱空间',
    toTrash: '清理回收站',
    unlimited: '已用 {{used}}，不限容量',
    unread: '未读',
    starredNewest: '最近星标',
    draftsNewest: '没写完的邮件',
    all: '全部',
    to: '写给 {{names}}',
  },
} satisfies MessageTree
