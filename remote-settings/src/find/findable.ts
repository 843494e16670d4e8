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
  /**
   * What can be chosen there, other names that people may look for, in both languages, and pinyin of those. A test asks that
   * each has some.
   */
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
  of('normalset', '常规设置', 'General', 'chang gui she zhi', '设置', '偏好', 'preferences', 'options'),
  of('skinpeeling', '换肤', 'Skins', 'huan fu', '主题', '配色', '背景', 'theme', 'colours'),
  of('foldermanagement', '文件夹和标签', 'Folders and labels', 'wen jian jia he biao qian', '目录', '分类', '文件夹密码', '归档', 'directories', 'tags', 'categories', 'folder password'),
  of('mailclassification', '收信规则', 'Rules', 'shou xin gui ze', '过滤', '过滤器', '分拣', '拦截', '屏蔽', 'filter', 'sieve', 'block'),
  of('autoreply', '自动回复', 'Automatic reply', 'zi dong hui fu', '外出', '休假', '假期', '不在办公室', 'out of office', 'vacation', 'holiday', 'away'),
  of('forward', '转发', 'Forwarding', 'zhuan fa', '转寄', '自动转发', '抄送到其他邮箱', 'redirect', 'send on'),
  of('signature', '签名', 'Signatures', 'qian ming', '落款', '签名档', '名片', 'sign-off', 'footer'),
  of('templates', '信件模板', 'Letter templates', 'xin jian mo ban', '范文', '常用语', '快捷回复', 'canned', 'snippets'),
  of('account', '账号与安全', 'Account and security', 'zhang hao yu an quan', '密码', '头像', '资料', '安全', 'password', 'security', 'profile'),
  of('client', '客户端与设备', 'Clients and devices', 'ke hu duan yu she bei', '手机', '电脑', 'Outlook', 'Foxmail', '苹果邮件', '第三方', 'IMAP', 'POP3', 'SMTP', 'phone', 'devices', 'app password'),
  of('selfChecking', '自检', 'Self-check', 'zi jian', '诊断', '检测', '修复', '排查', 'diagnose', 'repair', 'problems'),
  of('transfer', '设置的导出和导入', 'Export and import settings', 'she zhi de dao chu he dao ru', '备份设置', '迁移', '还原', 'backup', 'restore', 'move settings'),
  of('archive', '带走全部数据', 'Take everything', 'dai zou quan bu shu ju', '备份', '离职', '下载全部', '归档', 'backup', 'download everything', 'leave'),
  of('export', '导出数据', 'Export', 'dao chu shu ju', '备份', '下载', '导出联系人', '导出日程', 'backup', 'download'),
]

/** The settings, in the order in which they stand on their pages. */
const SETTINGS = {
  language: of('normalset', '语言', 'Language', 'yu yan', '简体中文', 'Chinese', 'English', 'zhong wen', 'ying wen', '中英文', '切换语言', 'locale'),
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
    'liang lan', '版式', '阅读窗格', '分栏', 'columns', 'reading pane'),
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
    'zi ti da xiao', '字体', '字体大小', '看不清', '放大', 'text size', 'zoom', 'font'),
  skin: of('normalset', '皮肤', 'Skin', 'pi fu', ...SKINS.flatMap((skin) => [skin.zh, skin.en]), 'yan se', 'zhu ti', '主题', '配色', 'theme', 'colours'),
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
    'gen sui xi tong', '夜间', '夜间模式', '黑暗', '护眼', 'night', 'dark mode', 'theme'),
  mailCount: of('normalset', '每页邮件数', 'Mails per page', 'mei ye you jian shu', '分页', '每页', '条数', 'paging', 'rows per page'),
  tableSize: of('normalset', '每页表格行数', 'Rows of tables', 'mei ye biao ge xing shu', '分页', '表格', 'paging', 'table rows'),
  markReadDelay: of(
    'normalset',
    '打开邮件后标为已读',
    'Mark an open mail as read',
    'da kai you jian hou biao wei yi du', '自动已读', '已读', 'read', 'seen'),
  remoteImages: of('normalset', '外部图片', 'Pictures from outside', 'wai bu tu pian', '显示图片', '加载图片', '跟踪', '远程图片', 'images', 'tracking', 'remote content'),
  showMailList: of('normalset', '显示正文摘要', 'Show a preview of the text', 'xian shi zheng wen zhai yao', '预览', '摘要', 'snippet', 'preview'),
  previewLines: of('normalset', '摘要行数', 'Lines of the preview', 'zhai yao xing shu', '预览', '行数', '密度', 'density', 'snippet'),
  showMailSize: of('normalset', '显示邮件大小', 'Show the size of mails', 'xian shi you jian da xiao', '大小', '容量', 'size'),
  showMailPageNumber: of('normalset', '显示页码', 'Show page numbers', 'xian shi ye ma', '分页', '翻页', '页数', 'pager', 'pagination'),
  timeZone: of('normalset', '时区', 'Time zone', 'shi qu', 'GMT', 'UTC', '时差', '出差', 'tz', 'timezone'),
  timeFormat: of('normalset', '时间格式', 'Time format', 'shi jian ge shi', '十二小时', '二十四小时', '12小时', '24小时', 'clock', 'am pm'),
  undoSeconds: of('normalset', '撤回发送', 'Undo sending', 'che hui fa song', '撤销', '后悔', '延迟发送', '召回', 'undo', 'unsend', 'delay'),
  wordSize: of('normalset', '默认字号', 'Text size', 'mo ren zi hao', '字体', '正文字号', 'font', 'text size'),
  lineSpacing: of('normalset', '默认行距', 'Line spacing', 'mo ren xing ju', 'hang ju', '行高', '间距', 'line height', 'spacing'),
  signPosition: of(
    'normalset',
    '回复和转发时的签名',
    'Signature in answers',
    'hui fu he zhuan fa shi de qian ming',
    'qian ming wei zhi', '落款', '签名位置', 'signature position'),
  letterLanguage: of('normalset', '信件语言', 'Language of letters', 'xin jian yu yan', '写信语言', '英文信', 'letter language'),
  requestReceipt: of('normalset', '默认要求已读回执', 'Ask for a receipt by default', 'mo ren yao qiu yi du hui zhi', '已读回执', '送达', 'read receipt', 'confirmation'),
  receiptAnswer: of(
    'normalset',
    '他人要求已读回执时',
    'When others ask for a receipt',
    'ta ren yao qiu yi du hui zhi shi',
    'hui zhi', '回执', '已读', 'read receipt'),
  saveContact: of('normalset', '自动保存联系人', 'Save contacts automatically', 'zi dong bao cun lian xi ren', '通讯录', '自动添加', 'address book', 'collect'),
  suggestFollowUp: of('normalset', '建议跟进', 'Suggest follow-ups', 'jian yi gen jin', '提醒跟进', '催办', 'reminder', 'nudge'),
  notify: of(
    'normalset',
    '新邮件提醒',
    'Notify me of new mail',
    'xin you jian ti xing',
    '新邮件通知',
    'New mail',
    'xin you jian tong zhi',
    'zhuo mian tong zhi', '通知', '弹窗', '桌面', 'notification', 'alert', 'popup'),
  webPush: of(
    'normalset',
    '网页关闭后也提醒',
    'Tell me while the page is closed',
    'wang ye guan bi hou ye ti xing',
    'Web Push',
    'tui song', '推送', '后台通知', 'push', 'background'),
  sound: of('normalset', '提示音', 'Sound', 'ti shi yin', '声音', '铃声', '静音', 'mute', 'ring'),
  skins: of('skinpeeling', '皮肤', 'Skin', 'pi fu', '主题', '换颜色', 'theme'),
  skinMode: of('skinpeeling', '明暗', 'Brightness', 'ming an', '夜间', '深色模式', 'night', 'dark mode'),
  skinKeep: of('skinpeeling', '使用此皮肤', 'Use this skin', 'shi yong ci pi fu', '应用主题', 'apply theme'),
  rules: of('mailclassification', '新建规则', 'New rule', 'xin jian gui ze', 'guo lv', '过滤', '过滤器', '自动分类', 'filter', 'sort mail'),
  blocked: of('mailclassification', '黑名单', 'Blocked senders', 'hei ming dan', '拉黑', '屏蔽', '拒收', '骚扰', 'block', 'spam', 'ban'),
  allowed: of('mailclassification', '白名单', 'Allowed senders', 'bai ming dan', '信任', '放行', '误判', 'whitelist', 'trust', 'safe senders'),
  autoReply: of('autoreply', '开启自动回复', 'Answer automatically', 'kai qi zi dong hui fu', 'xiu jia', 'wai chu', '外出', '休假', '假期', 'out of office', 'vacation', 'holiday'),
  replyLog: of('autoreply', '答复记录', 'Whom it answered', 'da fu ji lu', '回复了谁', 'reply history'),
  autoForward: of('forward', '开启转发', 'Forward my mail', 'kai qi zhuan fa', '转寄', '自动转发', 'redirect', 'forward'),
  changes: of('account', '最近的变化', 'What changed', 'zui jin de bian hua', '安全记录', '谁改了', 'audit', 'history'),
  profile: of('account', '个人资料', 'Profile', 'ge ren zi liao', '头像', '照片', '姓名', '电话', '手机号', 'avatar', 'photo', 'name', 'phone'),
  aliases: of('account', '别名和发信昵称', 'Aliases and sender names', 'bie ming he fa xin ni cheng', 'ni cheng', '别名', '昵称', '发件人名称', 'alias', 'nickname', 'display name'),
  password: of('account', '登录密码', 'Login password', 'deng lu mi ma', '改密码', '修改密码', '口令', 'change password'),
  secondStep: of(
    'account',
    '二次验证',
    'Second verification',
    'er ci yan zheng',
    'TOTP',
    '2FA',
    'dong tai kou ling',
    'hui fu ma', '验证器', '双重验证', '两步验证', '动态密码', 'authenticator', 'two-factor', 'MFA'),
  recoveryEmail: of(
    'account',
    '找回密码用的邮箱',
    'Address for a forgotten password',
    'zhao hui mi ma yong de you xiang',
    'zhao hui you xiang',
    'wang ji mi ma', '忘记密码', '备用邮箱', 'forgot password', 'backup address'),
  passkeys: of(
    'account',
    '通行密钥',
    'Passkeys',
    'tong xing mi yao',
    'WebAuthn',
    'FIDO',
    'zhi wen deng lu',
    'mian rong deng lu', '指纹', '人脸', '无密码', 'fingerprint', 'face', 'security key'),
  screenLock: of('account', '屏幕锁', 'Screen lock', 'ping mu suo', 'suo ping', 'suo ding ping mu', '锁屏', '自动锁定', '离开', 'auto lock', 'idle'),
  loginLog: of('account', '登录记录', 'Log-ins', 'deng lu ji lu', '登录历史', '异地登录', '谁登录', 'login history', 'sessions'),
  mailLog: of('account', '收发记录', 'Mail log', 'shou fa ji lu', '退信', '没收到', '投递', 'bounce', 'delivery', 'not delivered'),
  clientCodes: of('client', '授权码', 'Authorization codes', 'shou quan ma', 'CardDAV', 'CalDAV', 'SMTP', 'IMAP', 'POP3', '客户端密码', '手机邮箱', 'Outlook', 'Foxmail', 'app password'),
  devices: of('client', '登录设备', 'Devices', 'deng lu she bei', '退出登录', '下线', '踢出', 'sign out', 'log out', 'sessions'),
  selfCheck: of('selfChecking', '检查结果', 'Findings', 'jian cha jie guo', '诊断', '修复', 'diagnose', 'repair'),
  settingsExport: of('transfer', '导出设置', 'Export settings', 'dao chu she zhi', '备份', '备份设置', 'backup'),
  settingsImport: of('transfer', '导入设置', 'Import settings', 'dao ru she zhi', '还原', '恢复设置', 'restore'),
  takeAll: of('archive', '开始打包', 'Begin', 'kai shi da bao', 'mbox', 'ZIP', '备份', '离职', '下载全部', 'backup', 'download everything'),
  ownFolders: of('foldermanagement', '我的文件夹', 'My folders', 'wo de wen jian jia', '目录', '新建文件夹', '归类', 'directories', 'new folder'),
  labels: of('foldermanagement', '标签', 'Labels', 'biao qian', '分类', '标记', '颜色', 'tags', 'categories'),
  systemFolders: of('foldermanagement', '系统文件夹', 'System folders', 'xi tong wen jian jia', '收件箱', '垃圾邮件', '回收站', 'inbox', 'spam', 'trash'),
} as const satisfies Readonly<Record<string, Findable>>

/** A setting by its name in addresses: `/set/normalset?at=language`. */
export type SettingId = keyof typeof SETTINGS

export const FINDABLE_SETTINGS: Readonly<Record<SettingId, Findable>> = SETTINGS
