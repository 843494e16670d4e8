import { SKINS } from '@yanshu/ui'
import type contributes from '../contributes.ts'

/** The pages that the settings show themselves. */
export type OwnPage = (typeof contributes)['settings'][number]['page']

/** A page or a setting that can be searched for. Its names are the words of the pages; a test holds them together. */
export interface Findable {
  readonly page: OwnPage
  readonly zh: string
  readonly en: string
  /** The Chinese name in pinyin, a syllable a character. */
  readonly sound: string
  /** What can be chosen there, other names that people may look for, and pinyin of those. */
  readonly also: readonly string[]
}

const of = (page: OwnPage, zh: string, en: string, sound: string, ...also: readonly string[]): Findable => ({
  page,
  zh,
  en,
  sound,
  also,
})

/** The pages, in the order of the navigation. */
export const FINDABLE_PAGES: readonly Findable[] = [
  of('normalset', '常规设置', 'General', 'chang gui she zhi'),
  of('skinpeeling', '换肤', 'Skins', 'huan fu'),
  of('foldermanagement', '文件夹和标签', 'Folders and labels', 'wen jian jia he biao qian'),
  of('mailclassification', '收信规则', 'Rules', 'shou xin gui ze'),
  of('autoreply', '自动回复', 'Automatic reply', 'zi dong hui fu'),
  of('forward', '转发', 'Forwarding', 'zhuan fa'),
  of('signature', '签名', 'Signatures', 'qian ming'),
  of('templates', '信件模板', 'Letter templates', 'xin jian mo ban'),
  of('account', '账号与安全', 'Account and security', 'zhang hao yu an quan'),
  of('client', '客户端与设备', 'Clients and devices', 'ke hu duan yu she bei'),
  of('selfChecking', '自检', 'Self-check', 'zi jian'),
  of('transfer', '设置的导出和导入', 'Export and import settings', 'she zhi de dao chu he dao ru'),
  of('archive', '带走全部数据', 'Take everything', 'dai zou quan bu shu ju'),
  of('export', '导出数据', 'Export', 'dao chu shu ju'),
]

/** The settings, in the order in which they stand on their pages. */
const SETTINGS = {
  language: of('normalset', '语言', 'Language', 'yu yan', '简体中文', 'Chinese', 'English', 'zhong wen', 'ying wen'),
  layout: of(
    'normalset',
    '布局',
    'Layout',
    'bu ju',
    '三栏',
    '两栏',
    'Three columns',
    'Two columns',
    'san lan',
    'liang lan',
  ),
  fontSize: of(
    'normalset',
    '字号',
    'Font size',
    'zi hao',
    '标准',
    '大',
    '特大',
    'Standard',
    'Large',
    'Extra large',
    'zi ti da xiao',
  ),
  skin: of('normalset', '皮肤', 'Skin', 'pi fu', ...SKINS.flatMap((skin) => [skin.zh, skin.en]), 'yan se', 'zhu ti'),
  colorMode: of(
    'normalset',
    '明暗',
    'Brightness',
    'ming an',
    '浅色',
    '深色',
    '跟随系统',
    'Light',
    'Dark',
    'As the system',
    'qian se',
    'shen se',
    'gen sui xi tong',
  ),
  mailCount: of('normalset', '每页邮件数', 'Mails per page', 'mei ye you jian shu'),
  tableSize: of('normalset', '每页表格行数', 'Rows of tables', 'mei ye biao ge xing shu'),
  markReadDelay: of(
    'normalset',
    '打开邮件后标为已读',
    'Mark an open mail as read',
    'da kai you jian hou biao wei yi du',
  ),
  remoteImages: of('normalset', '外部图片', 'Pictures from outside', 'wai bu tu pian'),
  showMailList: of('normalset', '显示正文摘要', 'Show a preview of the text', 'xian shi zheng wen zhai yao'),
  previewLines: of('normalset', '摘要行数', 'Lines of the preview', 'zhai yao xing shu'),
  showMailSize: of('normalset', '显示邮件大小', 'Show the size of mails', 'xian shi you jian da xiao'),
  showMailPageNumber: of('normalset', '显示页码', 'Show page numbers', 'xian shi ye ma'),
  timeZone: of('normalset', '时区', 'Time zone', 'shi qu', 'GMT', 'UTC'),
  timeFormat: of('normalset', '时间格式', 'Time format', 'shi jian ge shi'),
  undoSeconds: of('normalset', '撤回发送', 'Undo sending', 'che hui fa song'),
  wordSize: of('normalset', '默认字号', 'Text size', 'mo ren zi hao'),
  lineSpacing: of('normalset', '默认行距', 'Line spacing', 'mo ren xing ju', 'hang ju'),
  signPosition: of(
    'normalset',
    '回复和转发时的签名',
    'Signature in answers',
    'hui fu he zhuan fa shi de qian ming',
    'qian ming wei zhi',
  ),
  letterLanguage: of('normalset', '信件语言', 'Language of letters', 'xin jian yu yan'),
  requestReceipt: of('normalset', '默认要求已读回执', 'Ask for a receipt by default', 'mo ren yao qiu yi du hui zhi'),
  receiptAnswer: of(
    'normalset',
    '他人要求已读回执时',
    'When others ask for a receipt',
    'ta ren yao qiu yi du hui zhi shi',
    'hui zhi',
  ),
  saveContact: of('normalset', '自动保存联系人', 'Save contacts automatically', 'zi dong bao cun lian xi ren'),
  suggestFollowUp: of('normalset', '建议跟进', 'Suggest follow-ups', 'jian yi gen jin'),
  notify: of(
    'normalset',
    '新邮件提醒',
    'Notify me of new mail',
    'xin you jian ti xing',
    '新邮件通知',
    'New mail',
    'xin you jian tong zhi',
    'zhuo mian tong zhi',
  ),
  webPush: of(
    'normalset',
    '网页关闭后也提醒',
    'Tell me while the page is closed',
    'wang ye guan bi hou ye ti xing',
    'Web Push',
    'tui song',
  ),
  sound: of('normalset', '提示音', 'Sound', 'ti shi yin'),
  skins: of('skinpeeling', '皮肤', 'Skin', 'pi fu'),
  skinMode: of('skinpeeling', '明暗', 'Brightness', 'ming an'),
  skinKeep: of('skinpeeling', '使用此皮肤', 'Use this skin', 'shi yong ci pi fu'),
  rules: of('mailclassification', '新建规则', 'New rule', 'xin jian gui ze', 'guo lv'),
  blocked: of('mailclassification', '黑名单', 'Blocked senders', 'hei ming dan'),
  allowed: of('mailclassification', '白名单', 'Allowed senders', 'bai ming dan'),
  autoReply: of('autoreply', '开启自动回复', 'Answer automatically', 'kai qi zi dong hui fu', 'xiu jia', 'wai chu'),
  replyLog: of('autoreply', '答复记录', 'Whom it answered', 'da fu ji lu'),
  autoForward: of('forward', '开启转发', 'Forward my mail', 'kai qi zhuan fa'),
  changes: of('account', '最近的变化', 'What changed', 'zui jin de bian hua'),
  profile: of('account', '个人资料', 'Profile', 'ge ren zi liao'),
  aliases: of('account', '别名和发信昵称', 'Aliases and sender names', 'bie ming he fa xin ni cheng', 'ni cheng'),
  password: of('account', '登录密码', 'Login password', 'deng lu mi ma'),
  secondStep: of(
    'account',
    '二次验证',
    'Second verification',
    'er ci yan zheng',
    'TOTP',
    '2FA',
    'dong tai kou ling',
    'hui fu ma',
  ),
  recoveryEmail: of(
    'account',
    '找回密码用的邮箱',
    'Address for a forgotten password',
    'zhao hui mi ma yong de you xiang',
    'zhao hui you xiang',
    'wang ji mi ma',
  ),
  passkeys: of(
    'account',
    '通行密钥',
    'Passkeys',
    'tong xing mi yao',
    'WebAuthn',
    'FIDO',
    'zhi wen deng lu',
    'mian rong deng lu',
  ),
  screenLock: of('account', '屏幕锁', 'Screen lock', 'ping mu suo', 'suo ping', 'suo ding ping mu'),
  loginLog: of('account', '登录记录', 'Log-ins', 'deng lu ji lu'),
  mailLog: of('account', '收发记录', 'Mail log', 'shou fa ji lu'),
  clientCodes: of('client', '授权码', 'Authorization codes', 'shou quan ma', 'CardDAV', 'CalDAV', 'SMTP'),
  devices: of('client', '登录设备', 'Devices', 'deng lu she bei'),
  selfCheck: of('selfChecking', '检查结果', 'Findings', 'jian cha jie guo'),
  settingsExport: of('transfer', '导出设置', 'Export settings', 'dao chu she zhi'),
  settingsImport: of('transfer', '导入设置', 'Import settings', 'dao ru she zhi'),
  takeAll: of('archive', '开始打包', 'Begin', 'kai shi da bao', 'mbox', 'ZIP'),
  ownFolders: of('foldermanagement', '我的文件夹', 'My folders', 'wo de wen jian jia'),
  labels: of('foldermanagement', '标签', 'Labels', 'biao qian'),
  systemFolders: of('foldermanagement', '系统文件夹', 'System folders', 'xi tong wen jian jia'),
} as const satisfies Readonly<Record<string, Findable>>

/** A setting by its name in addresses: `/set/normalset?at=language`. */
export type SettingId = keyof typeof SETTINGS

export const FINDABLE_SETTINGS: Readonly<Record<SettingId, Findable>> = SETTINGS
