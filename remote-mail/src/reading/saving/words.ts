import type { MessageTree } from '@yanshu/contracts'
import { addMessages, t } from '@yanshu/shell-api'

export const zh = {
  savedAll: '已下载 {{count}} 个附件',
  askTitle: '网络较慢，要下载吗？',
  askOne: '“{{name}}”有 {{size}}，在当前网络下约需 {{time}}。',
  askMany: '{{count}} 个附件共 {{size}}，在当前网络下约需 {{time}}。',
  seconds: '{{count}} 秒',
  minutes: '{{count}} 分钟',
  keep: '在本机保留附件…',
  keptDone: '附件已加密保存在本机，断网时也能查看和下载；退出登录时删除',
  keepRefused: '这封邮件的附件不能保存在本机：邮件受限、加密、在有密码的文件夹中，或没有开启离线邮件',
  keepLarge: '有附件超过 {{size}}，没有保存到本机',
  keepRoom: '本机最多保留 {{size}} 附件，请先在“离线邮件”中删除一些',
  keepFull: '浏览器的存储空间不足，附件没有保存到本机',
  keepFailed: '附件没有下载完，请联网后重试',
  dropTitle: '从本机删除附件？',
  dropText: '这封邮件有 {{size}} 附件保存在本机。删除后断网时不能打开，服务器上的附件不受影响。',
  drop: '删除',
  dropped: '已从本机删除附件',
  fetch: '下载',
  cancel: '取消',
} as const satisfies MessageTree

export const en = {
  savedAll: '{{count}} attachments downloaded',
  askTitle: 'The line is slow. Download?',
  askOne: '"{{name}}" has {{size}} and takes about {{time}} on this line.',
  askMany: '{{count}} attachments have {{size}} and take about {{time}} on this line.',
  seconds: '{{count}} seconds',
  minutes: '{{count}} minutes',
  keep: 'Keep files on this device…',
  keptDone: 'The files are kept encrypted on this device and open without a network too; a sign-out deletes them',
  keepRefused:
    'Files of this mail are not kept on a device: it is restricted, encrypted or in a folder with a password, or offline mail is off',
  keepLarge: 'A file has more than {{size}} and is not kept on this device',
  keepRoom: 'A device keeps {{size}} of files at most. Delete some under "Offline mail" first',
  keepFull: 'The browser has no room for the files',
  keepFailed: 'The files did not come. Try again once you are online',
  dropTitle: 'Delete the files from this device?',
  dropText: '{{size}} of files of this mail are kept on this device. The server keeps them in any case.',
  drop: 'Delete',
  dropped: 'The files were deleted from this device',
  fetch: 'Download',
  cancel: 'Cancel',
} as const satisfies MessageTree

const NS = 'remote-mail-saving'

addMessages(NS, 'zh', zh)
addMessages(NS, 'en', en)

/** Translates with the words about fetching files. */
export const saySaving = (key: string, values?: Readonly<Record<string, string | number>>): string => t(NS, key, values)
