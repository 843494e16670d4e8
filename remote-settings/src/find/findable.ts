import { SKINS } from '@yanshu/ui'
import type contributes from '../contributes.ts'
import type zh from '../messages/zh.ts'

type Words = typeof zh

/** The pages that the settings show themselves. */
export type OwnPage = (typeof contributes)['settings'][number]['page'] & keyof Words['pages']

/** A page or a setting that can be searched for. */
interface Findable {
  readonly page: OwnPage
  readonly label: (words: Words) => string
  /** The Chinese label in pinyin, a syllable a character. */
  readonly sound: string
  /** What can be chosen there, and other names that people may look for. */
  readonly also?: (words: Words) => readonly string[]
  /** Pinyin of those. */
  readonly alsoSounds?: readonly string[]
}

/** The pages, in the order of the navigation. */
export const FINDABLE_PAGES: readonly Findable[] = [
  { page: 'normalset', label: ({ pages }) => pages.normalset, sound: 'chang gui she zhi' },
  { page: 'foldermanagement', label: ({ pages }) => pages.foldermanagement, sound: 'wen jian jia he biao qian' },
  { page: 'mailclassification', label: ({ pages }) => pages.mailclassification, sound: 'shou xin gui ze' },
  { page: 'autoreply', label: ({ pages }) => pages.autoreply, sound: 'zi dong hui fu' },
  { page: 'forward', label: ({ pages }) => pages.forward, sound: 'zhuan fa' },
  { page: 'signature', label: ({ pages }) => pages.signature, sound: 'qian ming' },
  { page: 'templates', label: ({ pages }) => pages.templates, sound: 'xin jian mo ban' },
  { page: 'account', label: ({ pages }) => pages.account, sound: 'zhang hao yu an quan' },
  { page: 'client', label: ({ pages }) => pages.client, sound: 'ke hu duan yu she bei' },
  { page: 'export', label: ({ pages }) => pages.export, sound: 'dao chu shu ju' },
]

/** The settings, in the order in which they stand on their pages. */
const SETTINGS = {
  language: {
    page: 'normalset',
    label: ({ look }) => look.language,
    sound: 'yu yan',
    also: () => ['简体中文', 'Chinese', 'English'],
    alsoSounds: ['zhong wen', 'ying wen'],
  },
  layout: {
    page: 'normalset',
    label: ({ look }) => look.layout,
    sound: 'bu ju',
    also: ({ look }) => [look.layout3, look.layout2],
    alsoSounds: ['san lan', 'liang lan'],
  },
  fontSize: {
    page: 'normalset',
    label: ({ look }) => look.fontSize,
    sound: 'zi hao',
    also: ({ look }) => [look.fontSize1, look.fontSize2, look.fontSize3],
    alsoSounds: ['zi ti da xiao'],
  },
  skin: {
    page: 'normalset',
    label: ({ look }) => look.skin,
    sound: 'pi fu',
    also: () => SKINS.flatMap((skin) => [skin.zh, skin.en]),
    alsoSounds: ['yan se', 'zhu ti'],
  },
  colorMode: {
    page: 'normalset',
    label: ({ look }) => look.colorMode,
    sound: 'ming an',
    also: ({ look }) => [look.light, look.dark, look.system],
    alsoSounds: ['qian se', 'shen se', 'gen sui xi tong'],
  },
  mailCount: { page: 'normalset', label: ({ list }) => list.mailCount, sound: 'mei ye you jian shu' },
  markReadDelay: {
    page: 'normalset',
    label: ({ list }) => list.markReadDelay,
    sound: 'da kai you jian hou biao wei yi du',
  },
  remoteImages: { page: 'normalset', label: ({ list }) => list.remoteImages, sound: 'wai bu tu pian' },
  showMailList: { page: 'normalset', label: ({ list }) => list.showMailList, sound: 'xian shi zheng wen zhai yao' },
  showMailSize: { page: 'normalset', label: ({ list }) => list.showMailSize, sound: 'xian shi you jian da xiao' },
  showMailPageNumber: { page: 'normalset', label: ({ list }) => list.showMailPageNumber, sound: 'xian shi ye ma' },
  timeZone: { page: 'normalset', label: ({ time }) => time.timeZone, sound: 'shi qu', also: () => ['GMT', 'UTC'] },
  timeFormat: { page: 'normalset', label: ({ time }) => time.timeFormat, sound: 'shi jian ge shi' },
  undoSeconds: { page: 'normalset', label: ({ writing }) => writing.undoSeconds, sound: 'che hui fa song' },
  wordSize: { page: 'normalset', label: ({ writing }) => writing.wordSize, sound: 'mo ren zi hao' },
  lineSpacing: {
    page: 'normalset',
    label: ({ writing }) => writing.lineSpacing,
    sound: 'mo ren xing ju',
    alsoSounds: ['hang ju'],
  },
  signPosition: {
    page: 'normalset',
    label: ({ writing }) => writing.signPosition,
    sound: 'hui fu he zhuan fa shi de qian ming',
    alsoSounds: ['qian ming wei zhi'],
  },
  letterLanguage: { page: 'normalset', label: ({ writing }) => writing.letterLanguage, sound: 'xin jian yu yan' },
  requestReceipt: {
    page: 'normalset',
    label: ({ writing }) => writing.requestReceipt,
    sound: 'mo ren yao qiu yi du hui zhi',
  },
  saveContact: {
    page: 'normalset',
    label: ({ writing }) => writing.saveContact,
    sound: 'zi dong bao cun lian xi ren',
  },
  notify: {
    page: 'normalset',
    label: ({ notify }) => notify.notify,
    sound: 'xin you jian ti xing',
    also: ({ notify }) => [notify.title],
    alsoSounds: ['xin you jian tong zhi', 'zhuo mian tong zhi'],
  },
  webPush: {
    page: 'normalset',
    label: ({ notify }) => notify.closed,
    sound: 'wang ye guan bi hou ye ti xing',
    also: () => ['Web Push'],
    alsoSounds: ['tui song'],
  },
  sound: { page: 'normalset', label: ({ notify }) => notify.sound, sound: 'ti shi yin' },
  rules: {
    page: 'mailclassification',
    label: ({ rules }) => rules.add,
    sound: 'xin jian gui ze',
    alsoSounds: ['guo lv'],
  },
  blocked: { page: 'mailclassification', label: ({ rules }) => rules.senders.blocked, sound: 'hei ming dan' },
  allowed: { page: 'mailclassification', label: ({ rules }) => rules.senders.allowed, sound: 'bai ming dan' },
  autoReply: {
    page: 'autoreply',
    label: ({ away }) => away.reply.enabled,
    sound: 'kai qi zi dong hui fu',
    alsoSounds: ['xiu jia', 'wai chu'],
  },
  replyLog: { page: 'autoreply', label: ({ away }) => away.reply.log, sound: 'da fu ji lu' },
  autoForward: { page: 'forward', label: ({ away }) => away.forward.enabled, sound: 'kai qi zhuan fa' },
  profile: { page: 'account', label: ({ account }) => account.profile.title, sound: 'ge ren zi liao' },
  aliases: {
    page: 'account',
    label: ({ account }) => account.aliases.title,
    sound: 'bie ming he fa xin ni cheng',
    alsoSounds: ['ni cheng'],
  },
  password: { page: 'account', label: ({ account }) => account.password.title, sound: 'deng lu mi ma' },
  secondStep: {
    page: 'account',
    label: ({ account }) => account.second.title,
    sound: 'er ci yan zheng',
    also: () => ['TOTP', '2FA'],
    alsoSounds: ['dong tai kou ling', 'hui fu ma'],
  },
  recoveryEmail: {
    page: 'account',
    label: ({ account }) => account.recovery.title,
    sound: 'zhao hui mi ma yong de you xiang',
    alsoSounds: ['zhao hui you xiang', 'wang ji mi ma'],
  },
  passkeys: {
    page: 'account',
    label: ({ account }) => account.passkeys.title,
    sound: 'tong xing mi yao',
    also: () => ['Passkey', 'WebAuthn', 'FIDO'],
    alsoSounds: ['zhi wen deng lu', 'mian rong deng lu'],
  },
  screenLock: {
    page: 'account',
    label: ({ account }) => account.lock.title,
    sound: 'ping mu suo',
    alsoSounds: ['suo ping', 'suo ding ping mu'],
  },
  loginLog: { page: 'account', label: ({ account }) => account.logins.title, sound: 'deng lu ji lu' },
  mailLog: { page: 'account', label: ({ account }) => account.mails.title, sound: 'shou fa ji lu' },
  clientCodes: {
    page: 'client',
    label: ({ account }) => account.clients.codes,
    sound: 'shou quan ma',
    also: () => ['CardDAV'],
  },
  devices: { page: 'client', label: ({ account }) => account.devices.title, sound: 'deng lu she bei' },
  ownFolders: { page: 'foldermanagement', label: ({ folders }) => folders.own, sound: 'wo de wen jian jia' },
  labels: { page: 'foldermanagement', label: ({ folders }) => folders.labels, sound: 'biao qian' },
  systemFolders: { page: 'foldermanagement', label: ({ folders }) => folders.system, sound: 'xi tong wen jian jia' },
} as const satisfies Readonly<Record<string, Findable>>

/** A setting by its name in addresses: `/set/normalset?at=language`. */
export type SettingId = keyof typeof SETTINGS

export const FINDABLE_SETTINGS: Readonly<Record<SettingId, Findable>> = SETTINGS
