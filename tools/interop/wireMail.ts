import assert from 'node:assert/strict'
import path from 'node:path'
import { parseMail } from '../../server/src/mime/parseMail.ts'
import { freePort } from '../../server/src/testing/freePort.ts'
import { runYanshu } from '../../server/src/testing/yanshuCommand.ts'
import { ApiClient } from '../bench/apiClient.ts'
import { startServer } from '../bench/serverProcess.ts'
import { startDovecot } from './dovecot.ts'
import { run as runProgram, startPostfix, until } from './foreignServers.ts'
import type { InteropRun } from './interopRun.ts'
import { PASSWORD } from './people.ts'

const PARTNER = 'partner.example'
const READER = `zoe@${PARTNER}`
const HIDDEN = `hidden@${PARTNER}`
const READER_PASSWORD = 'other side'
const WRITER = 'ou.yang@writer.example'
const WRITER_NAME = '欧阳 娜娜（市场部；华东）'

const SUBJECT = '关于 2026 年度预算 – “第二轮” 讨论：请各部门于周五前提交意见（含附件）以及后续安排的通知😀'
const NAMED = 'O\'Neil, "Zoë" (Sales)'
const FILES = [
  '季度报告（终稿）——含附表与说明，请勿外传，仅供内部使用的第三版修订稿 2026.xlsx',
  "it's (quoted); 100% = ü & ½.txt",
  'plain name.txt',
  '日本語のファイル😀.bin',
] as const

/**
 * What Python's package `email` reads of a mail. People are read by its older functions: the newer ones of Python 3.11 leave
 * a blank between two encoded words of a name (RFC 2047 §6.2).
 */
const READ_BY_PYTHON = `
import email, email.policy, json, sys
from email.header import decode_header, make_header
from email.utils import getaddresses
raw = sys.stdin.buffer.read()
old = email.message_from_bytes(raw)
mail = email.message_from_bytes(raw, policy=email.policy.default)
words = lambda text: str(make_header(decode_header(text)))
people = lambda name: [[words(one), address] for one, address in getaddresses(old.get_all(name, []))]
print(json.dumps({
  'subject': mail['subject'], 'from': people('from'), 'to': people('to'), 'cc': people('cc'),
  'text': mail.get_body(('plain',)).get_content().strip(),
  'files': [[part.get_filename(), part.get_content_type()] for part in mail.iter_attachments()],
  'defects': [str(d) for part in mail.walk() for d in part.defects],
}))
`

interface ReadMail {
  readonly subject: string
  readonly from: readonly (readonly [string, string])[]
  readonly to: readonly (readonly [string, string])[]
  readonly cc: readonly (readonly [string, string])[]
  readonly text: string
  readonly files: readonly (readonly [string, string])[]
  readonly defects: readonly string[]
}

/**
 * A letter of the page leaves by the relay to a Postfix, which hands it to a Dovecot by LMTP. What Dovecot gives out over IMAP
 * is read by Python and by this server.
 */
export async function readOnTheOtherSide(run: InteropRun): Promise<void> {
  const { step } = run
  const folder = path.join(run.folder, 'other-side')
  const lmtpPort = await freePort()
  const dovecot = await step('Dovecot takes mail by LMTP for another organisation', () =>
    startDovecot(path.join(folder, 'dovecot'), {
      ...{ address: READER, password: READER_PASSWORD, lmtpPort },
      fill: () => undefined,
    }),
  )
  run.atEnd(() => dovecot.stop())
  const postfix = await step('Postfix stands before it', async () =>
    startPostfix(path.join(folder, 'postfix'), { domain: PARTNER, lmtpPort, nextHop: await freePort() }),
  )
  run.atEnd(() => postfix.stop())
  const data = path.join(folder, 'data')
  const server = await startServer(data, [], { YANSHU_RELAY: `smtp://127.0.0.1:${postfix.port}` })
  run.atEnd(() => server.stop())
  const yanshu = async (words: readonly string[], input = '') => {
    const { code, err } = await runYanshu({ dataFolder: data, database: '' }, words, input)
    assert.equal(code, 0, err)
  }
  await yanshu(['domain', 'add', 'writer.example'])
  await yanshu(['user', 'add', WRITER, '--name', WRITER_NAME], `${PASSWORD}\n`)
  const writer = await ApiClient.logIn(server.url, WRITER, PASSWORD)

  const raw = await step('A letter with four files arrives through both', async () => {
    const fileIds: string[] = []
    for (const name of FILES) fileIds.push(await uploaded(writer, name))
    await writer.post('mail/email/send', {
      ...{ kind: 'new', sourceMailId: null, mailId: null, requestId: 'other-side-1', fileIds },
      to: [{ name: NAMED, address: READER }],
      cc: [{ name: '抄送的人', address: 'someone@elsewhere.example' }],
      bcc: [{ name: '密送的人', address: HIDDEN }],
      subject: SUBJECT,
      html: '<p>正文 <b>粗</b></p><table><tr><td>甲</td><td>乙</td></tr></table>',
    })
    let found: Buffer | null = null
    await until('Dovecot has the letter', async () => {
      found = fetched(dovecot.port)
      return found !== null
    })
    assert.ok(found)
    return found as Buffer
  })
  await step(
    'Python and this server read the same people, subject, text and names, and Bcc stands nowhere',
    async () => {
      assert.doesNotMatch(raw.toString('latin1'), /hidden@|^bcc:/im)
      const python: ReadMail = JSON.parse(runProgram('/usr/bin/python3', ['-c', READ_BY_PYTHON], raw))
      assert.deepEqual(python.defects, [])
      const own = await parseMail(raw)
      const people = (list: readonly { name: string; address: string }[]) =>
        list.map(({ name, address }) => [name, address])
      for (const read of [
        python,
        {
          ...{ subject: own.subject, from: people(own.from), to: people(own.to), cc: people(own.cc) },
          files: own.attachments.map(({ filename, contentType }) => [filename, contentType]),
        },
      ]) {
        assert.equal(read.subject, SUBJECT)
        assert.deepEqual(read.from, [[WRITER_NAME, WRITER]])
        assert.deepEqual(read.to, [[NAMED, READER]])
        assert.deepEqual(read.cc, [['抄送的人', 'someone@elsewhere.example']])
        assert.deepEqual(
          read.files.map(([name]) => name),
          FILES,
        )
      }
      assert.match(python.text, /正文 粗/)
    },
  )
}

/** The first mail of the reader's inbox as Dovecot gives it out; null where there is none. */
function fetched(port: number): Buffer | null {
  const login = ['--user', `${READER}:${READER_PASSWORD}`]
  try {
    const text = runProgram('/usr/bin/curl', ['-sSk', ...login, `imaps://127.0.0.1:${port}/INBOX;MAILINDEX=1`])
    return text === '' ? null : Buffer.from(text, 'utf8')
  } catch {
    return null
  }
}

async function uploaded(writer: ApiClient, name: string): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([`内容 ${name}`]), name)
  const headers = { authorization: `Bearer ${writer.accessToken}` }
  const answer = await fetch(`${writer.url}/api/file/upload`, { method: 'POST', headers, body: form })
  const { data } = (await answer.json()) as { readonly data: { readonly fileId: string } | null }
  assert.ok(data, name)
  return data.fileId
}
