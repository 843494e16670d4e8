import path from 'node:path'
import { BODY_SIZE_MAX, DEFAULT_CONTROL_FILE_TYPES } from '@yanshu/contracts'

/** How an operator tells the server what to do: by environment, read once at start. */
export interface Config {
  /** Port of HTTP and WebSocket; 0 takes a free one. */
  readonly port: number
  readonly host: string
  /** Port of SMTP; 0 takes a free one. */
  readonly smtpPort: number
  /** Folder of everything that must survive: store, blobs, operator's manifest. */
  readonly dataFolder: string
  /** `postgres://…`, or the SQLite file in the data folder. */
  readonly database: string
  /** Folder with the built client, null to serve the API alone. */
  readonly clientFolder: string | null
  /** Whether a first start makes the demonstration organisation. */
  readonly demo: boolean
  /** The name this server gives itself in SMTP and Message-IDs. */
  readonly hostname: string
  /** What a mail may carry, in bytes: its attachments and pictures together, as they are on the disk of who gets them. */
  readonly maxMessageSize: number
  /** Extensions that may not be attached, in lower case without dots. */
  readonly controlFileTypes: readonly string[]
  /** Host and port that takes mail for other domains, with optional credentials in the address; null bounces it. */
  readonly relay: string | null
  /** PEM files that turn STARTTLS on. */
  readonly tls: { readonly key: string; readonly cert: string } | null
  /** Whether HTTP stands behind a proxy whose X-Forwarded-For is believed. */
  readonly trustProxy: boolean
}

const MIB = 1_024 * 1_024
/** Base64 makes 57 bytes a line of 76 characters and its end (RFC 2045 §6.8). */
const BASE64_GROWTH = 78 / 57

/**
 * The largest message on its way, in bytes: what a mail may carry as base64, with room for its text in HTML and plain.
 * So whatever may be attached may be sent, and taken in by another such server.
 */
export const wireSizeMax = ({ maxMessageSize }: Pick<Config, 'maxMessageSize'>): number =>
  Math.ceil((maxMessageSize + 2 * BODY_SIZE_MAX) * BASE64_GROWTH)

/** The folder of everything that must survive, by YANSHU_DATA. */
export const dataFolderOf = (env: Readonly<Record<string, string | undefined>>): string =>
  path.resolve(env.YANSHU_DATA || 'data')

/**
 * Reads the settings: YANSHU_PORT, YANSHU_HOST, YANSHU_SMTP_PORT, YANSHU_DATA, YANSHU_DEMO, YANSHU_HOSTNAME,
 * YANSHU_MAX_MESSAGE_MB, YANSHU_CONTROL_FILE_TYPES, YANSHU_RELAY, YANSHU_TLS_KEY, YANSHU_TLS_CERT, YANSHU_TRUST_PROXY, YANSHU_CLIENT, DATABASE_URL.
 * Throws a sentence for the operator when one of them makes no sense.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const number = (name: string, fallback: number, max: number) => {
    const text = env[name]
    if (text === undefined || text === '') return fallback
    const value = Number(text)
    if (!Number.isInteger(value) || value < 0 || value > max) {
      throw new Error(`${name}=${text}: expected a whole number from 0 to ${max}`)
    }
    return value
  }
  const dataFolder = dataFolderOf(env)
  const key = env.YANSHU_TLS_KEY
  const cert = env.YANSHU_TLS_CERT
  if (!key !== !cert) throw new Error('YANSHU_TLS_KEY and YANSHU_TLS_CERT go together')
  return {
    port: number('YANSHU_PORT', 8_080, 65_535),
    host: env.YANSHU_HOST || '0.0.0.0',
    smtpPort: number('YANSHU_SMTP_PORT', 2_525, 65_535),
    dataFolder,
    database: env.DATABASE_URL || path.join(dataFolder, 'yanshu.db'),
    clientFolder: env.YANSHU_CLIENT ? path.resolve(env.YANSHU_CLIENT) : null,
    demo: env.YANSHU_DEMO !== '0',
    hostname: env.YANSHU_HOSTNAME || 'localhost',
    maxMessageSize: number('YANSHU_MAX_MESSAGE_MB', 100, 2_048) * MIB,
    controlFileTypes: readFileTypes(env.YANSHU_CONTROL_FILE_TYPES),
    relay: env.YANSHU_RELAY || null,
    tls: key && cert ? { key: path.resolve(key), cert: path.resolve(cert) } : null,
    trustProxy: env.YANSHU_TRUST_PROXY === '1',
  }
}

/** `exe, .bat` as a list; `none` for no types at all, and the usual ones when nothing is said. */
function readFileTypes(text: string | undefined): readonly string[] {
  if (!text?.trim()) return DEFAULT_CONTROL_FILE_TYPES
  if (text.trim() === 'none') return []
  return text.split(',').map((part) => {
    const type = part.trim().replace(/^\./, '').toLowerCase()
    if (!/^[^\s./\\]{1,20}$/u.test(type)) {
      throw new Error(`YANSHU_CONTROL_FILE_TYPES=${text}: expected extensions parted by commas, or none`)
    }
    return type
  })
}
