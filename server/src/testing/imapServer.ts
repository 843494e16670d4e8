import { readFile } from 'node:fs/promises'
import type { AddressInfo, Socket } from 'node:net'
import path from 'node:path'
import { createServer, type TLSSocket } from 'node:tls'

/** A mail of the other server. */
export interface ImapMail {
  readonly uid: number
  readonly source: string | Buffer
  /** As of INTERNALDATE: `02-Nov-2026 09:00:00 +0800`. */
  readonly date: string
  flags?: readonly string[]
  /** What Gmail knows it by in all folders; where one has it, the server is like Gmail. */
  readonly gmailId?: string
  /** Its labels on a server that is like Gmail, as they travel. */
  labels?: readonly string[]
}

export interface ImapFolder {
  /** As it travels: modified UTF-7 (RFC 3501 §5.1.3). */
  readonly path: string
  readonly uses?: string
  uidValidity: number
  mails: ImapMail[]
}

export interface ImapServer {
  readonly port: number
  readonly folders: ImapFolder[]
  /** The DER of its certificate as base64. */
  readonly certificate: string
  /** The commands that it was sent, without their tags. */
  readonly commands: string[]
  /** Answers a command instead of the server: text for the client, or null to let the server answer. */
  hook: (tag: string, command: string, socket: Socket) => string | null
  password: string
  /** An access token of OAuth 2.0 that it takes by XOAUTH2; '' when it offers no such login. */
  token: string
  /** After so many bytes of answers a connection is cut. */
  bytesUntilCut: number
  /** Whether mails may be added and marked (APPEND, CREATE, STORE), and whether it names their numbers (UIDPLUS). */
  writable: boolean
  namesNumbers: boolean
  /** The largest mail that it names as one that may be added (RFC 7889); 0 where it names none. */
  appendLimit: number
  stop(): Promise<void>
}

const TLS = path.join(import.meta.dirname, 'test-only-tls')

/** An IMAP4rev1 server (RFC 3501) over TLS, as far as migrations ask of it. It can only be read unless it is `writable`. */
export async function startImapServer(folders: ImapFolder[]): Promise<ImapServer> {
  const [key, cert] = await Promise.all([readFile(path.join(TLS, 'key.pem')), readFile(path.join(TLS, 'cert.pem'))])
  const sockets = new Set<TLSSocket>()
  const server: ImapServer = {
    port: 0,
    folders,
    certificate: cert.toString().replaceAll(/-----[^-]+-----|\s/g, ''),
    commands: [],
    hook: () => null,
    password: 'old-password',
    token: '',
    bytesUntilCut: Number.POSITIVE_INFINITY,
    writable: false,
    namesNumbers: true,
    appendLimit: 0,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => listener.close(resolve))
    },
  }
  const listener = createServer({ key, cert }, (socket) => {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    serve(server, socket)
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  return Object.assign(server, { port: (listener.address() as AddressInfo).port })
}

function serve(server: ImapServer, socket: TLSSocket): void {
  let buffered = Buffer.alloc(0)
  let opened: ImapFolder | undefined
  /** Bytes of a literal that is being sent, and the line that it belongs to. */
  let line = ''
  let literal = 0
  let content: Buffer = Buffer.alloc(0)
  let left = server.bytesUntilCut
  const isGmail = () => server.folders.some(({ mails }) => mails.some(({ gmailId }) => gmailId !== undefined))
  const capabilities = () =>
    `IMAP4rev1 SPECIAL-USE LITERAL+${server.writable && server.namesNumbers ? ' UIDPLUS' : ''}${server.token === '' ? '' : ' SASL-IR AUTH=XOAUTH2'}${isGmail() ? ' X-GM-EXT-1' : ''}${server.appendLimit > 0 ? ` APPENDLIMIT=${server.appendLimit}` : ''}`
  socket.write(`* OK [CAPABILITY ${capabilities()}] ready\r\n`)

  const answer = (tag: string, command: string) => {
    server.commands.push(command.replace(/^((?:LOGIN|AUTHENTICATE) \S+).*/i, '$1'))
    const hooked = server.hook(tag, command, socket)
    if (hooked !== null) {
      socket.write(hooked)
      return
    }
    const done = (lines: readonly (string | Buffer)[], status = 'OK done') => {
      for (const one of [...lines, `${tag} ${status}\r\n`]) {
        const bytes = Buffer.from(one)
        if (bytes.length > left) {
          socket.end(bytes.subarray(0, left))
          left = 0
          return
        }
        left -= bytes.length
        socket.write(bytes)
      }
    }
    const [, name = '', rest = ''] = /^(UID \w+|\w+) ?([\s\S]*)$/.exec(command) ?? []
    switch (name.toUpperCase()) {
      case 'CAPABILITY':
        return done([`* CAPABILITY ${capabilities()}\r\n`])
      case 'LOGIN':
        return rest.includes(server.password)
          ? done([])
          : done([], 'NO [AUTHENTICATIONFAILED] Please use the authorization code')
      case 'AUTHENTICATE': {
        const bearer = Buffer.from(rest.split(' ')[1] ?? '', 'base64').toString()
        return server.token !== '' && bearer.includes(`auth=Bearer ${server.token}\x01`)
          ? done([])
          : done([], 'NO [AUTHENTICATIONFAILED] The token has expired')
      }
      case 'LIST':
        return done(
          /^"" ""$/.test(rest)
            ? ['* LIST (\\Noselect) "/" ""\r\n']
            : server.folders.map(({ path: at, uses = '' }) => `* LIST (${uses}) "/" ${quoted(at)}\r\n`),
        )
      case 'LSUB':
        return done(server.folders.map(({ path: at }) => `* LSUB () "/" ${quoted(at)}\r\n`))
      case 'STATUS': {
        const folder = folderOf(server, rest)
        if (!folder) return done([], 'NO no such folder')
        return done([`* STATUS ${quoted(folder.path)} (MESSAGES ${folder.mails.length})\r\n`])
      }
      case 'EXAMINE': {
        opened = folderOf(server, rest)
        if (!opened) return done([], 'NO no such folder')
        const { mails, uidValidity } = opened
        return done(
          [`* ${mails.length} EXISTS\r\n`, '* FLAGS (\\Seen)\r\n', `* OK [UIDVALIDITY ${uidValidity}] ok\r\n`],
          'OK [READ-ONLY] done',
        )
      }
      case 'UID SEARCH': {
        // By its place in the folder, or all.
        const place = /^\d+$/.test(rest) ? Number(rest) : null
        const found = (opened?.mails ?? []).filter((_mail, at) => place === null || at + 1 === place)
        return done([`* SEARCH${found.map(({ uid }) => ` ${uid}`).join('')}\r\n`])
      }
      case 'UID FETCH': {
        const [, set = '', what = ''] = /^(\S+) ([\s\S]*)$/.exec(rest) ?? []
        const uids = new Set(set.split(',').map(Number))
        return done(
          (opened?.mails ?? []).flatMap((mail, at) => (uids.has(mail.uid) ? fetched(mail, at + 1, what) : [])),
        )
      }
      case 'SELECT': {
        if (!server.writable) return done([], 'NO this server is only read')
        opened = folderOf(server, rest)
        if (!opened) return done([], 'NO no such folder')
        return done(selected(opened), 'OK [READ-WRITE] done')
      }
      case 'CREATE':
        if (!server.writable) return done([], 'NO this server is only read')
        server.folders.push({ path: nameOf(rest), uidValidity: 1, mails: [] })
        return done([])
      case 'APPEND': {
        const folder = folderOf(server, rest)
        if (!server.writable || !folder) return done([], 'NO [TRYCREATE] no such folder')
        const uid = add(folder, rest, content)
        const isOpen = folder === opened
        return done(
          isOpen ? [`* ${folder.mails.length} EXISTS\r\n`] : [],
          server.namesNumbers ? `OK [APPENDUID ${folder.uidValidity} ${uid}] done` : 'OK done',
        )
      }
      case 'STORE':
      case 'UID STORE':
        if (!server.writable || !opened) return done([], 'NO this server is only read')
        mark(opened, rest)
        return done([])
      case 'LOGOUT':
        done(['* BYE\r\n'])
        socket.end()
        return
      default:
        return done([], 'OK nothing to do')
    }
  }

  socket.on('data', (chunk: Buffer) => {
    buffered = Buffer.concat([buffered, chunk])
    for (;;) {
      if (literal > 0) {
        if (buffered.length < literal) return
        // The text of a mail is no part of the line.
        content = Buffer.from(buffered.subarray(0, literal))
        if (!/^\S+ APPEND /i.test(line)) line += content.toString()
        buffered = buffered.subarray(literal)
        literal = 0
      }
      const end = buffered.indexOf('\r\n')
      if (end < 0) return
      const text = buffered.subarray(0, end).toString()
      buffered = buffered.subarray(end + 2)
      const [, size, plus] = /\{(\d+)(\+?)\}$/.exec(text) ?? []
      if (size !== undefined) {
        line += text.slice(0, text.lastIndexOf('{'))
        literal = Number(size)
        if (!plus) socket.write('+ go on\r\n')
        continue
      }
      const whole = line + text
      line = ''
      const [, tag = '*', command = ''] = /^(\S+) ([\s\S]*)$/.exec(whole) ?? []
      answer(tag, command)
      if (socket.destroyed) return
    }
  })
}

const selected = ({ mails, uidValidity }: ImapFolder): string[] => [
  `* ${mails.length} EXISTS\r\n`,
  '* FLAGS (\\Seen \\Flagged \\Answered \\Draft $Forwarded)\r\n',
  '* OK [PERMANENTFLAGS (\\Seen \\Flagged \\Answered \\Draft $Forwarded \\*)] ok\r\n',
  `* OK [UIDVALIDITY ${uidValidity}] ok\r\n`,
  `* OK [UIDNEXT ${nextOf(mails)}] ok\r\n`,
]

const nextOf = (mails: readonly ImapMail[]): number => Math.max(0, ...mails.map(({ uid }) => uid)) + 1

function add({ mails }: ImapFolder, rest: string, source: Buffer): number {
  const [, flags = ''] = /\(([^)]*)\) "[^"]*" ?$/.exec(rest) ?? []
  const [, date = ''] = /"([^"]*)" ?$/.exec(rest) ?? []
  const uid = nextOf(mails)
  mails.push({ uid, source, date, flags: flags.split(' ').filter(Boolean) })
  return uid
}

function mark({ mails }: ImapFolder, rest: string): void {
  const [, set = '', sign, item = '', list = ''] = /^(\S+) ([+-]?)([\w-]+)(?:\.SILENT)? \((.*)\)$/i.exec(rest) ?? []
  const uids = new Set(set.split(',').map(Number))
  const names = [...list.matchAll(/"((?:[^"\\]|\\.)*)"|\S+/g)].map(([whole, quoted]) => quoted ?? whole)
  const what = item.toUpperCase() === 'X-GM-LABELS' ? 'labels' : 'flags'
  for (const mail of mails.filter(({ uid }) => uids.has(uid))) {
    const others = (mail[what] ?? []).filter((one) => !names.includes(one))
    mail[what] = sign === '-' ? others : [...others, ...names]
  }
}

const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`

const nameOf = (rest: string): string =>
  /^"((?:[^"\\]|\\.)*)"/.exec(rest)?.[1]?.replaceAll(/\\(.)/g, '$1') ?? rest.split(' ')[0] ?? ''

const folderOf = ({ folders }: ImapServer, rest: string): ImapFolder | undefined =>
  folders.find(({ path: at }) => at === nameOf(rest))

function fetched(mail: ImapMail, number: number, what: string): (string | Buffer)[] {
  const source = Buffer.from(mail.source)
  const parts = [`UID ${mail.uid}`]
  if (what.includes('RFC822.SIZE')) parts.push(`RFC822.SIZE ${source.length}`)
  if (what.includes('FLAGS')) parts.push(`FLAGS (${(mail.flags ?? []).join(' ')})`)
  if (what.includes('INTERNALDATE')) parts.push(`INTERNALDATE "${mail.date}"`)
  if (what.includes('X-GM-MSGID') && mail.gmailId) parts.push(`X-GM-MSGID ${mail.gmailId}`)
  const [, fields] = /HEADER\.FIELDS \(([\w -]+)\)/i.exec(what) ?? []
  if (fields) {
    const [head = ''] = source.toString('latin1').split('\r\n\r\n')
    const lines = fields.split(' ').flatMap((field) => new RegExp(`^${field}:.*`, 'im').exec(head)?.[0] ?? [])
    const text = `${[...lines, ''].map((line) => `${line}\r\n`).join('')}`
    parts.push(`BODY[HEADER.FIELDS (${fields})] {${text.length}}\r\n${text}`)
  }
  const head = `* ${number} FETCH (${parts.join(' ')}`
  const [, start, length] = /BODY\.PEEK\[\]<(\d+)\.(\d+)>/.exec(what) ?? []
  if (start !== undefined) {
    const piece = source.subarray(Number(start), Number(start) + Number(length))
    return [`${head} BODY[]<${start}> {${piece.length}}\r\n`, piece, ')\r\n']
  }
  return what.includes('BODY.PEEK[]') ? [`${head} BODY[] {${source.length}}\r\n`, source, ')\r\n'] : [`${head})\r\n`]
}
