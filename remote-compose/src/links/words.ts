import type { MessageTree } from '@yanshu/contracts'

/** Words about large files above a mail. */
export const zh = {
  links: {
    title: '大附件',
    until: '{{date}} 前有效',
    expired: '已过期',
    expiredAsked: '已过期，有收件人请求重新开放',
    ended: '已停止分享',
    fetched: '已下载 {{count}} 次，共 {{people}} 位收件人',
    readers: '组织内下载的人：{{names}}',
    download: '下载',
    ask: '请发件人重新开放',
    prolong: '延长 15 天',
    end: '停止分享',
    endTitle: '停止分享“{{name}}”？',
    endText: '收件人将无法再下载，且不能恢复。',
  },
} as const satisfies MessageTree

export const en = {
  links: {
    title: 'Large attachments',
    until: 'until {{date}}',
    expired: 'expired',
    expiredAsked: 'expired, and a recipient asks for it',
    ended: 'no longer shared',
    fetched: 'fetched {{count}} times, {{people}} recipients',
    readers: 'Fetched inside by: {{names}}',
    download: 'Download',
    ask: 'Ask the sender to open it again',
    prolong: '15 more days',
    end: 'End',
    endTitle: 'End the link of “{{name}}”?',
    endText: 'Recipients can no longer download it, and this cannot be undone.',
  },
} as const satisfies MessageTree
