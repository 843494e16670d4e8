import type { MessageTree } from '@yanshu/contracts'

/** Words about receipts above a mail. */
export const zh = {
  receipts: {
    asked: '发件人希望知道您已读这封邮件。',
    askedElsewhere: '这封邮件要求把已读回执发到 {{people}}，这不是发件人的地址。',
    send: '发送回执',
    decline: '不发送',
    sent: '已发送已读回执',
    read: '已读：{{names}}',
    reader: '{{name}}（{{time}}）',
    between: '、',
    more: '等，另有 {{count}} 人',
  },
} as const satisfies MessageTree

export const en = {
  receipts: {
    asked: 'The sender would like to know that you have read this mail.',
    askedElsewhere: 'This mail asks for a read receipt to {{people}}, which is not the address of its sender.',
    send: 'Send receipt',
    decline: 'Do not send',
    sent: 'Read receipt sent',
    read: 'Read by {{names}}',
    reader: '{{name}} ({{time}})',
    between: ', ',
    more: 'and {{count}} more',
  },
} as const satisfies MessageTree
