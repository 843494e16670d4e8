import path from 'node:path'
import { BODY_SIZE_MAX } from '@yanshu/contracts'
import type { BucketSettings } from '@yanshu/s3'
import { OperatorError } from '../errors/operatorError.ts'
import { type EnrolmentService, readEnrolment } from './enrolment.ts'
import { refuseUnknownNames } from './names.ts'
import {
  type CanaryLimit,
  type Environment,
  type ExactPagesSettings,
  type LogLevel,
  type NamedNetwork,
  type Route,
  readCanaryRule,
  readDatabase,
  readExactPages,
  readFileTypes,
  readHostname,
  readHosts,
  readHttpAddress,
  readLinkAddress,
  readListenAddress,
  readLoginChallenge,
  readLogLevel,
  readMailAddress,
  readNetworks,
  readNumber,
  readOneIn,
  readPort,
  readRelay,
  readRemotesUrl,
  readRoutes,
  readS3,
  readSms,
  readSso,
  readSwitch,
  readToken,
  readTokenClients,
  readTrustedProxies,
  type SmsSettings,
  type SsoSettings,
  type TokenClient,
  type TrustedProxies,
} from './values.ts'

/** The operator's settings: from the environment, read once at start. */
export interface Config {
  /** Port of HTTP and WebSocket; 0 takes a free one. */
  readonly port: number
  readonly host: string
  /** Port of SMTP; 0 takes a free one. */
  readonly smtpPort: number
  /** Port on which mail programs hand in what people send, with STARTTLS (587); null for none, 0 takes a free one. */
  readonly submissionPort: number | null
  /** The same, encrypted from the first byte (465). */
  readonly submissionsPort: number | null
  /** Folder of everything that must survive: store, blobs, operator's manifest. */
  readonly dataFolder: string
  /** `postgres://…`, or the SQLite file in the data folder. */
  readonly database: string
  /** The bucket that messages and attachments are kept in; null for the data folder. */
  readonly s3: BucketSettings | null
  /** Folder with the built client, null to serve the API alone. */
  readonly clientFolder: string | null
  /** The file of public keys that an operator's manifest must be signed by; null where it need not be signed. */
  readonly manifestKeys: string | null
  /** File of the private key by which this server may stop versions where manifests are signed; null for none. */
  readonly manifestStopKey: string | null
  /** Where remotes are published for browsers besides this server, such as a bucket; null for nowhere. */
  readonly remotesUrl: string | null
  /** Whether a page takes builds of remotes from the machine of who opens it: for systems that are tried, never others. */
  readonly allowOverride: boolean
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
  /** Servers that take mail for single domains, the first that fits; the relay takes that of all others. */
  readonly routes: readonly Route[]
  /** Servers inside from which mail may be brought (mailmig), in lower case; those on the public network need no naming. */
  readonly migrationHosts: readonly string[]
  /** Servers inside that are asked whether certificates were revoked, in lower case; those on the public network need no naming. */
  readonly revocationHosts: readonly string[]
  /** What certifies keys that people make in their page; null where an operator does. */
  readonly enrolment: EnrolmentService | null
  /** By which access tokens of OAuth 2.0 are renewed for migrations. */
  readonly migrationTokens: readonly TokenClient[]
  /** PEM files that turn STARTTLS on. */
  readonly tls: { readonly key: string; readonly cert: string } | null
  /** The proxies before HTTP whose X-Forwarded-For is trusted. */
  readonly trustProxy: TrustedProxies
  readonly logLevel: LogLevel
  /** Networks by the names that logs of log-ins and devices show. */
  readonly networks: readonly NamedNetwork[]
  /** After how many failed logins a challenge is asked for: 0 always, null never. */
  readonly loginChallenge: number | null
  /** How codes reach phones; null when they cannot. */
  readonly sms: SmsSettings | null
  /** What makes exact pages of documents of office programs; null for none. */
  readonly exactPages: ExactPagesSettings | null
  /** Where people of this organisation log in to everything; null when they log in here alone. */
  readonly sso: SsoSettings | null
  /** Addresses of outside systems with `{token}` in them; null where there is none. */
  readonly archiveUrl: string | null
  /** Where the archive is searched, with `{token}` and `{query}` in it; null where it is not. */
  readonly archiveSearchUrl: string | null
  /** That address may lead into the network of the server. */
  readonly archiveSearchInside: boolean
  readonly gatewayUrl: string | null
  /** What these systems send to learn whose token they were brought. */
  readonly linkSecret: string | null
  /** The token that Prometheus sends to read `/metrics`; null when nothing is measured. */
  readonly metricsToken: string | null
  /** Where administrators manage the system; null when there is no such place. */
  readonly consoleUrl: string | null
  /** Where people open the client, for links in mails; null writes mails without links. */
  readonly webUrl: string | null
  /** The host name at which the client shows its help panel; '' for nowhere. */
  readonly helpHost: string
  /** The mobile site, to which browsers of phones are sent; null keeps them here. */
  readonly mobileUrl: string | null
  /** Who gets feedback by mail; null when it is only listed by the operator's command. */
  readonly feedbackTo: string | null
  /** Where the assistant's model is, before what `yanshu ai set` has kept; null where the environment does not say. */
  readonly assistant: { readonly url?: string; readonly key?: string; readonly model?: string } | null
  /** Of how many pages one reports what goes well; 0 when pages report nothing. */
  readonly beaconsOneIn: number
  /** When a canary loses its people by itself; null for never. */
  readonly canaryRule: CanaryLimit | null
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
export const dataFolderOf = (env: Environment): string => path.resolve(env.YANSHU_DATA || 'data')

/**
 * Reads the settings of README.md from the environment.
 * Throws an `OperatorError` when one of them makes no sense or a name is not one of a setting.
 */
export function readConfig(env: Environment): Config {
  refuseUnknownNames(env)
  const dataFolder = dataFolderOf(env)
  const key = env.YANSHU_TLS_KEY
  const cert = env.YANSHU_TLS_CERT
  if (!key !== !cert) throw new OperatorError('YANSHU_TLS_KEY and YANSHU_TLS_CERT go together: set both or none')
  const port = readPort(env, 'YANSHU_PORT', 8_080)
  const smtpPort = readPort(env, 'YANSHU_SMTP_PORT', 2_525)
  if (port !== 0 && port === smtpPort) {
    throw new OperatorError(`YANSHU_PORT and YANSHU_SMTP_PORT are both ${port}: choose two`)
  }
  const submissionPort = readPort(env, 'YANSHU_SUBMISSION_PORT', null)
  const submissionsPort = readPort(env, 'YANSHU_SUBMISSIONS_PORT', null)
  if ((submissionPort !== null || submissionsPort !== null) && !(key && cert)) {
    const name = submissionPort === null ? 'YANSHU_SUBMISSIONS_PORT' : 'YANSHU_SUBMISSION_PORT'
    throw new OperatorError(
      `${name} needs YANSHU_TLS_KEY and YANSHU_TLS_CERT: mail programs send their code over an encrypted connection alone`,
    )
  }
  const database = readDatabase(env, 'DATABASE_URL')
  // Who has set up a database server is no longer trying it out.
  const demo = readSwitch(env, 'YANSHU_DEMO', database === null)
  return {
    port,
    host: readListenAddress(env, 'YANSHU_HOST', '0.0.0.0'),
    smtpPort,
    submissionPort,
    submissionsPort,
    dataFolder,
    database: database ?? path.join(dataFolder, 'yanshu.db'),
    s3: readS3(env, 'YANSHU_S3'),
    clientFolder: env.YANSHU_CLIENT ? path.resolve(env.YANSHU_CLIENT) : null,
    manifestStopKey: env.YANSHU_MANIFEST_STOP_KEY ? path.resolve(env.YANSHU_MANIFEST_STOP_KEY) : null,
    manifestKeys: env.YANSHU_MANIFEST_KEYS ? path.resolve(env.YANSHU_MANIFEST_KEYS) : null,
    remotesUrl: readRemotesUrl(env, 'YANSHU_REMOTES_URL'),
    allowOverride: readSwitch(env, 'YANSHU_ALLOW_OVERRIDE', false),
    demo,
    hostname: readHostname(env, 'YANSHU_HOSTNAME', 'localhost'),
    maxMessageSize: readNumber(env, 'YANSHU_MAX_MESSAGE_MB', 100, 2_048) * MIB,
    controlFileTypes: readFileTypes(env, 'YANSHU_CONTROL_FILE_TYPES'),
    relay: readRelay(env, 'YANSHU_RELAY'),
    routes: readRoutes(env, 'YANSHU_ROUTES'),
    migrationHosts: readHosts(env, 'YANSHU_MIGRATION_HOSTS'),
    revocationHosts: readHosts(env, 'YANSHU_REVOCATION_HOSTS'),
    enrolment: readEnrolment(env),
    migrationTokens: readTokenClients(env, 'YANSHU_MIGRATION_TOKENS'),
    tls: key && cert ? { key: path.resolve(key), cert: path.resolve(cert) } : null,
    trustProxy: readTrustedProxies(env, 'YANSHU_TRUST_PROXY'),
    logLevel: readLogLevel(env, 'YANSHU_LOG_LEVEL'),
    networks: readNetworks(env, 'YANSHU_NETWORKS'),
    loginChallenge: readLoginChallenge(env, 'YANSHU_LOGIN_CHALLENGE', 3),
    sms: readSms(env, 'YANSHU_SMS', demo),
    exactPages: readExactPages(env, 'YANSHU_EXACT_PAGES'),
    sso: readSso(env, 'YANSHU_SSO'),
    archiveUrl: readLinkAddress(env, 'YANSHU_ARCHIVE_URL'),
    archiveSearchUrl: readLinkAddress(env, 'YANSHU_ARCHIVE_SEARCH_URL', ['{token}', '{query}']),
    archiveSearchInside: readSwitch(env, 'YANSHU_ARCHIVE_SEARCH_INSIDE', false),
    gatewayUrl: readLinkAddress(env, 'YANSHU_GATEWAY_URL'),
    linkSecret: readToken(env, 'YANSHU_LINK_SECRET'),
    metricsToken: readToken(env, 'YANSHU_METRICS_TOKEN'),
    consoleUrl: readHttpAddress(env, 'YANSHU_CONSOLE_URL'),
    webUrl: readHttpAddress(env, 'YANSHU_WEB_URL'),
    helpHost: env.YANSHU_HELP_HOST ? readHostname(env, 'YANSHU_HELP_HOST', '') : '',
    mobileUrl: readHttpAddress(env, 'YANSHU_MOBILE_URL'),
    feedbackTo: readMailAddress(env, 'YANSHU_FEEDBACK_TO'),
    assistant: readAssistant(env),
    beaconsOneIn: readOneIn(env, 'YANSHU_BEACONS', 1),
    canaryRule: readCanaryRule(env, 'YANSHU_CANARY_RULE', { percent: 10, tried: 20 }),
  }
}

/** The assistant's model as the environment names it. Throws an `OperatorError` for an address that is none. */
function readAssistant(env: Environment): Config['assistant'] {
  const { YANSHU_AI_URL: url, YANSHU_AI_KEY: key, YANSHU_AI_MODEL: model } = env
  if (!url && !key && !model) return null
  if (url && !/^https?:\/\/[^\s/]+/.test(url)) {
    throw new OperatorError(`YANSHU_AI_URL is no address of http or https: ${url}`)
  }
  return { ...(url ? { url } : {}), ...(key ? { key } : {}), ...(model ? { model } : {}) }
}
