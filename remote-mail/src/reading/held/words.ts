import type { MessageTree } from '@yanshu/contracts'
import { addMessages, useT } from '@yanshu/shell-api'

export const zh = {
  and: '、',
  more: ' 等处',
  held: '已拦截 {{count}} 张来自 {{hosts}}{{more}} 的图片',
  trackers: '其中 {{count}} 张用于跟踪阅读',
  slow: '网络较慢或已开启省流量，{{count}} 张图片没有加载',
  show: '显示图片',
  ledger: '拦截记录',
  trusted: '已按您的设定显示 {{name}} 的图片',
  lead: '这封邮件引用的外部图片，按网站列出。',
  leadTrackers:
    '{{count}} 张图片很小或来自统计服务，只用来得知您是否读过这封邮件。显示图片时，本系统代您读取，对方看不到您的地址。',
  host: '网站',
  images: '图片',
  ofThem: '跟踪',
  state: '状态',
  stateHeld: '已拦截',
  stateShown: '已显示',
  statePart: '部分拦截',
  cut: '网站很多，只列出前 {{count}} 个。',
  once: '仅显示这一封的图片',
  sender: '总是显示 {{address}} 的图片',
  domain: '总是显示 {{domain}} 的图片',
  stop: '不再自动显示这个发件人的图片',
  truncated: '邮件内容过长，只显示一部分。',
  wholeMail: '下载完整邮件',
  stopped: '之后 {{name}} 的图片需要您同意才显示',
} as const satisfies MessageTree

export const en = {
  and: ', ',
  more: ' and others',
  held: '{{count}} images from {{hosts}}{{more}} were held back',
  held_one: 'One image from {{hosts}}{{more}} was held back',
  trackers: '{{count}} of them track reading',
  trackers_one: 'one of them tracks reading',
  slow: 'The line is slow, or data is saved: {{count}} pictures are not loaded',
  show: 'Show images',
  ledger: 'What was held',
  trusted: 'Images of {{name}} are shown, as you have chosen',
  lead: 'The pictures of other sites in this mail, by site.',
  leadTrackers:
    '{{count}} images are tiny or of a counting service: they are there to learn whether you have read the mail. Images that you show are fetched by this system, so that the site does not see your address.',
  leadTrackers_one:
    'One image is tiny or of a counting service: it is there to learn whether you have read the mail. Images that you show are fetched by this system, so that the site does not see your address.',
  host: 'Site',
  images: 'Images',
  ofThem: 'Tracking',
  state: 'State',
  stateHeld: 'Held back',
  stateShown: 'Shown',
  statePart: 'Partly held back',
  cut: 'There are many sites; the first {{count}} are listed.',
  once: 'Show the images of this mail',
  sender: 'Always show images of {{address}}',
  domain: 'Always show images of {{domain}}',
  stop: 'No longer show images of this sender',
  truncated: 'This mail is too long; only part of it is shown.',
  wholeMail: 'Download the whole mail',
  stopped: 'Images of {{name}} are held back again until you ask for them',
} as const satisfies MessageTree

/** A namespace of its own: the words come with the code, in both languages. */
const NS = 'remote-mail-held'

addMessages(NS, 'zh', zh)
addMessages(NS, 'en', en)

/** Translates with the words about pictures of other sites. */
export const useHeldWords = () => useT(NS)
