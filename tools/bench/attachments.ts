import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '../../server/src/platform/config/config.ts'
import { createAccount, createDomain } from '../../server/src/store/accounts/accounts.ts'
import { openContext } from '../../server/src/store/context/openContext.ts'
import { paragraph, wordFile } from '../../server/src/testing/officeFiles.ts'
import { ApiClient } from './apiClient.ts'
import { DOMAIN, OTHER, OWNER, PASSWORD } from './mailbox.ts'
import type { Results } from './measurement.ts'
import type { Say } from './say.ts'
import { type ServerProcess, startServer } from './serverProcess.ts'
import { smtpSender } from './smtpLoad.ts'

const GROUP = 'The text of attachments'
const CONNECTIONS = 4
/** Deliveries that are timed alone, and again while the files are read. */
const PROBES = 200
const PARAGRAPHS = 40
const SENTENCE = '本季度的预算由各部门提交，经财务复核后执行，超出部分须另行申请。'
const POLL_MS = 500

/**
 * How fast the text of so many attached Word files, each another one, gets into the search, the room that it needs, and what
 * deliveries to others wait meanwhile.
 */
export async function measureAttachments(files: number, results: Results, say: Say): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'yanshu-bench-attachments-'))
  try {
    await prepare(folder)
    const server = await startServer(folder)
    const database = new DatabaseSync(path.join(folder, 'yanshu.db'), { readOnly: true })
    const count = (query: string) => Number(database.prepare(query).get()?.n ?? 0)
    const pages = () => count('select page_count * page_size as n from pragma_page_count(), pragma_page_size()')
    try {
      const alone = await say.step(`${PROBES} deliveries`, () => probes(server, 0))
      results.add(row('alone', 'a delivery, alone', 'ms'), alone)
      const before = pages()
      const began = performance.now()
      await say.step(`Delivering ${files} mails with a file each`, () => deliver(server, files))
      results.add(row('delivered', 'mails with a file that are delivered', 'per second'), [rate(files, began)])
      const beside = await say.step(`${PROBES} deliveries meanwhile`, () => probes(server, PROBES))
      results.add(row('beside', 'a delivery, while files are read', 'ms'), beside)
      await say.step('Reading the rest', async () => {
        while (
          count('select count(*) as n from file_text where state <= 1') > 0 ||
          count('select count(*) as n from mail_to_index_again') > 0
        ) {
          await pause(POLL_MS)
        }
      })
      results.add(row('read', 'files whose text is found, from the first delivery on', 'per second'), [
        rate(files, began),
      ])
      const text = count('select sum(length(text) + length(words)) as n from file_text')
      results.add(row('text', 'text and words that are kept of a file', 'KiB'), [text / files / 1_024])
      results.add(row('room', 'the database for a mail with its file', 'KiB'), [(pages() - before) / files / 1_024])
      results.add(row('memory', 'memory of the server, after it', 'MiB'), [server.memory() / 1_024 / 1_024])
      results.check(
        'files whose text is kept',
        files,
        count('select count(*) as n from file_text where text is not null'),
      )
      const person = await ApiClient.logIn(server.url, OWNER, PASSWORD)
      const found = await person.get('mail/email/search', {
        searchKeyword: nameOf(files - 1),
        searchType: 3,
        pageSize: 15,
      })
      results.check('mails found by a word of one file', 1, found.list.length)
    } finally {
      database.close()
      await server.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const row = (id: string, title: string, unit: 'ms' | 'per second' | 'KiB' | 'MiB') =>
  ({ id: `attachments.${id}`, group: GROUP, title, unit, style: unit === 'ms' ? 'percentiles' : 'range' }) as const

const rate = (files: number, began: number): number => (files * 1_000) / (performance.now() - began)

/** A word that stands in one file alone. */
const nameOf = (at: number): string => `kunpeng${String(at).padStart(7, '0')}`

async function prepare(folder: string): Promise<void> {
  const config = readConfig({ YANSHU_DATA: folder })
  const { context, close } = await openContext({ config, log: { info: () => {}, warn: () => {}, error: () => {} } })
  try {
    await createDomain(context, DOMAIN)
    await createAccount(context, { address: OWNER, name: '张伟', password: PASSWORD })
    await createAccount(context, { address: OTHER, name: '李娜', password: PASSWORD })
  } finally {
    await close()
  }
}

/** Milliseconds of each of some deliveries of a short mail to another mailbox, one after the other. */
async function probes({ smtpPort }: ServerProcess, from: number): Promise<number[]> {
  const sender = await smtpSender(smtpPort, { pipelining: true })
  const times: number[] = []
  for (let at = from; at < from + PROBES; at++) {
    const raw = Buffer.from(`From: a@elsewhere.example\r\nMessage-ID: <p${at}@bench>\r\nSubject: ${at}\r\n\r\ntext`)
    const began = performance.now()
    await sender.deliver('a@elsewhere.example', OTHER, raw)
    times.push(performance.now() - began)
  }
  sender.close()
  return times
}

/** Delivers mails with a file each to the owner, over several connections. */
async function deliver({ smtpPort }: ServerProcess, files: number): Promise<void> {
  let next = 0
  const send = async () => {
    const sender = await smtpSender(smtpPort, { pipelining: true })
    while (next < files) await sender.deliver('a@elsewhere.example', OWNER, await mailWithFile(next++))
    sender.close()
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, send))
}

async function mailWithFile(at: number): Promise<Buffer> {
  const texts = Array.from({ length: PARAGRAPHS }, (_, line) =>
    paragraph(`${SENTENCE}第 ${at * PARAGRAPHS + line} 条。`),
  )
  const file = await wordFile(paragraph(nameOf(at)) + texts.join(''))
  const content = file.toString('base64').replace(/.{76}/g, '$&\r\n')
  return Buffer.from(
    [
      ...['From: a@elsewhere.example', `Message-ID: <f${at}@bench>`, `Subject: budget ${at}`, 'MIME-Version: 1.0'],
      ...['Content-Type: multipart/mixed; boundary=b', '', '--b', '', 'text', '--b'],
      `Content-Disposition: attachment; filename="budget-${at}.docx"`,
      ...['Content-Transfer-Encoding: base64', '', content, '--b--', ''],
    ].join('\r\n'),
  )
}
