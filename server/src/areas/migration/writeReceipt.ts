import { escapeHtml } from '../../mime/escapeHtml.ts'
import { FILE_WORDS } from './fileWords.ts'
import { OUT_WORDS } from './outWords.ts'
import type { Receipt, ReceiptBook, ReceiptLabel } from './receipt.ts'

const WORDS = {
  zh: {
    title: '邮箱迁移回执',
    from: '来源',
    begun: '开始',
    ended: '结束',
    running: '尚未结束',
    range: '范围',
    whole: '全部时间',
    until: (since: string, before: string) => `${since || '最早'} 至 ${before || '现在'}`,
    folder: '文件夹',
    here: '在这里的名称',
    total: '对方有',
    brought: '已迁入',
    known: '原已存在',
    noted: '未迁入',
    undone: '已撤销',
    changed: '标记已更新',
    found: '现在邮箱中',
    bytes: '大小',
    missing: '未处理',
    sum: '合计',
    exceptions: '未迁入的邮件',
    none: '没有。每一封都已在邮箱中。',
    number: '编号（UID）',
    reason: '原因',
    answer: '说明',
    hash: '校验值（SHA-256）',
    made: '生成时间',
    note: '“现在邮箱中”是生成本页时逐封核对的结果；迁入后您自己删除的邮件不再计入。',
    books: {
      title: '联系人和日历',
      kind: '类别',
      name: '名称',
      contacts: '联系人',
      calendars: '日历',
      failed: '没有迁入：',
      partly: '已迁入，但不完整：',
      why: {
        none: '对方没有提供，或没有找到',
        unreachable: '连接不上',
        login: '对方拒绝登录',
        certificate: '证书不可信',
        notAllowed: '不允许连接',
        throttled: '对方要求放慢',
        tooLarge: '太大',
        failed: '没有完成',
        missing: '对方已删除',
        refused: '对方没有给出',
        empty: '内容为空',
        unreadable: '内容无法解析',
        full: '这里已满',
        files: '有附件没有迁入',
        rule: '重复规则不能表示',
        'no-start': '没有开始时间',
        'too-long': '有内容过长，已截短',
        'too-many': '数量超过上限',
      },
    },
    reasons: {
      deleted: '对方已标记为删除',
      tooLarge: '超过单封邮件的大小上限',
      refused: '对方服务器不能给出这封邮件',
      empty: '对方给出的邮件为空',
      unreadable: '邮件内容无法解析',
    },
  },
  en: {
    title: 'Receipt of a mailbox migration',
    from: 'From',
    begun: 'Begun',
    ended: 'Ended',
    running: 'not ended yet',
    range: 'Range',
    whole: 'all times',
    until: (since: string, before: string) => `${since || 'the first mail'} to ${before || 'now'}`,
    folder: 'Folder',
    here: 'Name here',
    total: 'Mails there',
    brought: 'Brought',
    known: 'Here before',
    noted: 'Not brought',
    undone: 'Undone',
    changed: 'Marks changed',
    found: 'In the mailbox now',
    bytes: 'Size',
    missing: 'Not dealt with',
    sum: 'Together',
    exceptions: 'Mails that were not brought',
    none: 'None. Every mail is in the mailbox.',
    number: 'Number (UID)',
    reason: 'Reason',
    answer: 'Details',
    hash: 'Checksum (SHA-256)',
    made: 'Made',
    note: 'Mails in the mailbox now are counted one by one when this page is made; those that you have deleted since are not among them.',
    books: {
      title: 'Contacts and calendars',
      kind: 'Kind',
      name: 'Name',
      contacts: 'contacts',
      calendars: 'calendar',
      failed: 'not brought: ',
      partly: 'brought in part: ',
      why: {
        none: 'the other system offers none, or it was not found',
        unreachable: 'it could not be reached',
        login: 'the login was refused',
        certificate: 'its certificate is not trusted',
        notAllowed: 'it may not be connected to',
        throttled: 'it asks to go slower',
        tooLarge: 'too large',
        failed: 'not completed',
        missing: 'deleted there',
        refused: 'the other system did not give it',
        empty: 'empty',
        unreadable: 'it could not be read',
        full: 'there is no more room here',
        files: 'files of it were left out',
        rule: 'its repetition cannot be said here',
        'no-start': 'it has no beginning',
        'too-long': 'something was too long and was cut',
        'too-many': 'more than there may be',
      },
    },
    reasons: {
      deleted: 'marked as deleted there',
      tooLarge: 'larger than a mail may be',
      refused: 'the other server could not give it',
      empty: 'the other server gave an empty mail',
      unreadable: 'the mail could not be read',
    },
  },
} as const

/** Text of others in the page, without what turns the direction of what follows. */
const shownText = (text: string) => escapeHtml(text).replace(/[\u202a-\u202e\u2066-\u2069]/g, '')

const cells = (tag: 'td' | 'th', values: readonly (string | number)[]) =>
  values
    .map((value) =>
      typeof value === 'number'
        ? `<${tag} class=n>${value.toLocaleString('en-US')}</${tag}>`
        : `<${tag}>${shownText(value)}</${tag}>`,
    )
    .join('')

/** The address books and calendars; nothing where none were asked for. */
function writeBooks(books: readonly ReceiptBook[], language: 'zh' | 'en'): string {
  if (books.length === 0) return ''
  const { total, brought, noted, answer, books: words } = WORDS[language]
  const why: Readonly<Record<string, string>> = words.why
  const whyOf = (reason: string) => why[reason] ?? reason
  const rows = books.flatMap((book) => [
    [
      ...[words[book.kind], book.name, book.total, book.brought, book.noted],
      book.state === 'failed' ? `${words.failed}${whyOf(book.reason)}` : '',
    ],
    ...book.exceptions.map(({ url, reason, isBrought }) => [
      ...['', url, '', '', ''],
      `${isBrought ? words.partly : words.failed}${whyOf(reason)}`,
    ]),
  ])
  return `<h2>${words.title}</h2>
<table>
<thead><tr>${cells('th', [words.kind, words.name, total, brought, noted, answer])}</tr></thead>
<tbody>${rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('\n')}</tbody>
</table>
`
}

/** The labels that were not copied; nothing where there are none. */
function writeLabels(labels: readonly ReceiptLabel[], language: 'zh' | 'en'): string {
  if (labels.length === 0) return ''
  const { title, note, name, mails } = OUT_WORDS[language].labels
  return `<h2>${title}</h2>
<p>${note}</p>
<table>
<thead><tr>${cells('th', [name, mails])}</tr></thead>
<tbody>${labels.map((label) => `<tr>${cells('td', [label.name, label.mails])}</tr>`).join('\n')}</tbody>
</table>
`
}

/** The receipt as a page that stands by itself: nothing in it is loaded, and it prints black on white. */
export function writeReceipt(receipt: Receipt, language: 'zh' | 'en', madeAt: number): string {
  const { kind } = receipt.migration
  const others = kind === 'out' ? OUT_WORDS[language] : kind === 'files' ? FILE_WORDS[language] : {}
  const words = { ...WORDS[language], ...others }
  const { migration, folders, exceptions, hash } = receipt
  const time = (at: number | null) => (at === null ? '' : new Date(at).toISOString().slice(0, 16).replace('T', ' '))
  const day = (at: number | null) => time(at).slice(0, 10)
  const leftOut: Readonly<Record<string, string>> = OUT_WORDS[language].leftOut
  const rows = folders.map((one) => [
    one.reason === '' ? one.name : `${one.name} (${leftOut[one.reason] ?? one.reason})`,
    one.here,
    one.total,
    one.brought,
    one.known,
    one.noted,
    one.undone,
    one.missing,
    one.changed,
    one.found,
    one.bytes,
  ])
  const sumOf = (at: number) => rows.reduce((sum, row) => sum + Number(row[at]), 0)
  const head = [
    ...[words.folder, words.here, words.total, words.brought, words.known, words.noted],
    ...[words.undone, words.missing, words.changed, words.found, words.bytes],
  ]
  const range =
    migration.since === null && migration.before_at === null
      ? words.whole
      : words.until(day(migration.since), day(migration.before_at))
  const reasons: Readonly<Record<string, string>> = words.reasons
  const facts: readonly (readonly [string, string])[] = [
    [words.from, migration.host === '' ? migration.user_name : `${migration.user_name} (${migration.host})`],
    [words.begun, `${time(migration.created_at)} UTC`],
    [words.ended, migration.finished_at === null ? words.running : `${time(migration.finished_at)} UTC`],
    [words.range, range],
    [words.made, `${time(madeAt)} UTC`],
    [words.hash, hash],
  ]
  const list =
    exceptions.length === 0
      ? `<p>${words.none}</p>`
      : `<table><thead><tr>${cells('th', [words.folder, words.number, words.reason, words.answer])}</tr></thead><tbody>${exceptions
          .map(
            ({ folder, title, reason, detail }) =>
              `<tr>${cells('td', [folder, title, reasons[reason] ?? reason, detail])}</tr>`,
          )
          .join('\n')}</tbody></table>`
  return `<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${words.title}</title>
<style>
body { font: 14px/1.6 system-ui, sans-serif; color: #111; background: #fff; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100%; margin: 1rem 0 }
th, td { border-bottom: 1px solid #ccc; padding: 4px 8px; text-align: left; vertical-align: top; overflow-wrap: anywhere }
.n { text-align: right; white-space: nowrap }
dt { float: left; clear: left; width: 11rem; color: #555 }
dd { margin-left: 11rem; overflow-wrap: anywhere }
</style>
</head>
<body>
<h1>${words.title}</h1>
<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${shownText(value)}</dd>`).join('\n')}</dl>
<table>
<thead><tr>${cells('th', head)}</tr></thead>
<tbody>${rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('\n')}</tbody>
<tfoot><tr>${cells('th', [words.sum, '', ...[2, 3, 4, 5, 6, 7, 8, 9, 10].map(sumOf)])}</tr></tfoot>
</table>
<p>${words.note}</p>
<h2>${words.exceptions}</h2>
${list}
${writeBooks(receipt.books, language)}${writeLabels(receipt.labels ?? [], language)}</body>
</html>
`
}
