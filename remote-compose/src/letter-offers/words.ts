import type { MessageTree } from '@yanshu/contracts'

/** The words of what a letter offers once. */
export const zh = {
  offers: {
    copied: '抄送的 {{count}} 人也会收到这封回复。',
    limit: '只回复发件人和收件人',
    limited: '已去掉抄送的 {{count}} 人',
    links: '点击网页上的邮件地址时，在这里写信？',
    linksYes: '在这里写',
    linksNo: '不用',
    linksRefused: '浏览器没有允许在这里打开邮件链接，可在浏览器的设置中更改',
  },
} as const satisfies MessageTree

export const en = {
  offers: {
    copied: 'The {{count}} people in Cc receive this answer too.',
    limit: 'Only the sender and those in To',
    limited: 'Removed {{count}} people from Cc',
    links: 'Write here when you follow a mail link on another page?',
    linksYes: 'Write here',
    linksNo: 'No',
    linksRefused: 'The browser did not allow mail links to open here; you can change that in its settings',
  },
} as const satisfies MessageTree
