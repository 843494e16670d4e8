import type { MessageTree } from '@yanshu/contracts'

export const automaticMailZh = {
  reply: '自动回复已开启，来信会收到您不在的答复',
  replyUntil: '自动回复已开启，{{time}} 结束',
  forward: '来信正在转发到 {{addresses}}',
  open: '设置',
  turnOff: '关闭',
  turnOffReply: '关闭自动回复',
  turnOffForward: '关闭转发',
  replyIsOff: '自动回复已关闭',
  forwardIsOff: '转发已关闭',
} satisfies MessageTree

export const automaticMailEn = {
  reply: 'Your automatic reply is on',
  replyUntil: 'Your automatic reply is on until {{time}}',
  forward: 'Your mail is forwarded to {{addresses}}',
  open: 'Settings',
  turnOff: 'Turn off',
  turnOffReply: 'Turn off the automatic reply',
  turnOffForward: 'Turn off forwarding',
  replyIsOff: 'The automatic reply is off',
  forwardIsOff: 'Forwarding is off',
} satisfies MessageTree
