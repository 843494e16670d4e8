/** How to reach the IMAP server of a provider, and what it asks for in place of the password. */
export interface Provider {
  readonly host: string
  readonly port: number
  readonly security: 'tls' | 'starttls'
  readonly code: { readonly zh: string; readonly en: string } | null
}

const at = (host: string, code: Provider['code'] = null): Provider => ({ host, port: 993, security: 'tls', code })

const QQ = {
  zh: '在 QQ 邮箱网页版“设置 → 账号与安全 → 安全设置”开启 IMAP 服务，并生成授权码',
  en: 'In QQ Mail on the web, switch IMAP on under Settings, Account and security, and make an authorization code',
}
const NETEASE = {
  zh: '在网易邮箱网页版“设置 → POP3/SMTP/IMAP”开启 IMAP 服务，并新增授权密码',
  en: 'In NetEase Mail on the web, switch IMAP on under Settings, POP3/SMTP/IMAP, and add an authorization password',
}
const EXMAIL = {
  zh: '在腾讯企业邮网页版“设置 → 客户端”开启 IMAP；开启了安全登录时，用“客户端专用密码”',
  en: 'In Tencent Exmail on the web, switch IMAP on under Settings, Mail clients; with secure login on, use a password for clients',
}
const ALIBABA = {
  zh: '管理员须允许客户端登录；开启了二次验证时，用“第三方客户端安全密码”',
  en: 'An administrator has to allow mail clients; with two-step verification, use a security password for clients',
}
const CHINA_MOBILE = {
  zh: '在 139 邮箱网页版“设置 → 账户与安全 → 邮箱协议设置”开启 IMAP，并生成授权码',
  en: 'In 139 Mail on the web, switch IMAP on under Settings, Account and security, and make an authorization code',
}
const SINA = {
  zh: '在新浪邮箱网页版“设置 → 客户端 pop/imap/smtp”开启 IMAP，并取得授权码',
  en: 'In Sina Mail on the web, switch IMAP on under Settings, Mail clients, and get an authorization code',
}
const GOOGLE = {
  zh: '开启两步验证后，在 Google 账号“安全性 → 应用专用密码”生成一个密码',
  en: 'Switch two-step verification on, then make an app password under Security in your Google account',
}
const MICROSOFT = {
  zh: '微软个人邮箱和多数 Microsoft 365 组织已不接受密码登录 IMAP；请向对方管理员确认，或导出 .pst/.mbox 后上传',
  en: 'Outlook.com and most Microsoft 365 organisations no longer accept passwords over IMAP. Ask their administrator, or export the mail to a file',
}
const APPLE = {
  zh: '在 Apple 账户“登录和安全 → App 专用密码”生成一个密码',
  en: 'Make an app-specific password under Sign-in and security of your Apple account',
}
const YAHOO = {
  zh: '在雅虎账户“安全”里生成应用密码',
  en: 'Make an app password under Security of your Yahoo account',
}

/** Providers by the domain of an address. */
const BY_DOMAIN: Readonly<Record<string, Provider>> = {
  'qq.com': at('imap.qq.com', QQ),
  'vip.qq.com': at('imap.qq.com', QQ),
  'foxmail.com': at('imap.qq.com', QQ),
  '163.com': at('imap.163.com', NETEASE),
  'vip.163.com': at('imap.vip.163.com', NETEASE),
  '126.com': at('imap.126.com', NETEASE),
  'yeah.net': at('imap.yeah.net', NETEASE),
  '188.com': at('imap.188.com', NETEASE),
  'aliyun.com': at('imap.aliyun.com', null),
  '139.com': at('imap.139.com', CHINA_MOBILE),
  '189.cn': at('imap.189.cn', null),
  'wo.cn': at('imap.wo.cn', null),
  'sina.com': at('imap.sina.com', SINA),
  'sina.cn': at('imap.sina.cn', SINA),
  'sohu.com': at('imap.sohu.com', null),
  'tom.com': at('imap.tom.com', null),
  '21cn.com': at('imap.21cn.com', null),
  'gmail.com': at('imap.gmail.com', GOOGLE),
  'googlemail.com': at('imap.gmail.com', GOOGLE),
  'outlook.com': at('outlook.office365.com', MICROSOFT),
  'hotmail.com': at('outlook.office365.com', MICROSOFT),
  'live.com': at('outlook.office365.com', MICROSOFT),
  'live.cn': at('outlook.office365.com', MICROSOFT),
  'msn.com': at('outlook.office365.com', MICROSOFT),
  'icloud.com': at('imap.mail.me.com', APPLE),
  'me.com': at('imap.mail.me.com', APPLE),
  'yahoo.com': at('imap.mail.yahoo.com', YAHOO),
}

/** Providers of whole organisations, by the name of the server that takes the domain's mail (MX). */
const BY_EXCHANGE: readonly (readonly [end: string, provider: Provider])[] = [
  ['.qq.com', at('imap.exmail.qq.com', EXMAIL)],
  ['.mxhichina.com', at('imap.qiye.aliyun.com', ALIBABA)],
  ['.qiye.aliyun.com', at('imap.qiye.aliyun.com', ALIBABA)],
  ['.qiye.163.com', at('imap.qiye.163.com', NETEASE)],
  ['.netease.com', at('imap.qiye.163.com', NETEASE)],
  ['.feishu.cn', at('imap.feishu.cn', null)],
  ['.263.net', at('imap.263.net', null)],
  ['.google.com', at('imap.gmail.com', GOOGLE)],
  ['.googlemail.com', at('imap.gmail.com', GOOGLE)],
  ['.outlook.com', at('outlook.office365.com', MICROSOFT)],
  ['.icloud.com', at('imap.mail.me.com', APPLE)],
]

export const providerOfDomain = (domain: string): Provider | null => BY_DOMAIN[domain] ?? null

/** @param exchange the host name of an MX record, in lower case */
export const providerOfExchange = (exchange: string): Provider | null =>
  BY_EXCHANGE.find(([end]) => `.${exchange}`.endsWith(end))?.[1] ?? null
