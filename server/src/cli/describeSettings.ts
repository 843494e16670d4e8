import type { MailTransportOptions } from '../mailflow/startMailTransport.ts'
import type { Config } from '../platform/config/config.ts'
import type { SettingName } from '../platform/config/names.ts'
import { type Environment, withoutPassword } from '../platform/config/values.ts'
import { engineOf } from '../store/database/engine.ts'

export interface DescribedSetting {
  readonly name: SettingName | 'DATABASE_URL'
  /** The value that holds, for people: passwords hidden, what is not set in words. */
  readonly value: string
  readonly isSet: boolean
}

const MIB = 1_024 * 1_024
const onOff = (value: boolean) => (value ? 'on' : 'off')
const portOrNone = (port: number | null) => (port === null ? 'none' : String(port))

/** Every setting with the value that a server would run with. */
export function describeSettings(
  config: Config,
  mailTransport: MailTransportOptions,
  env: Environment,
): readonly DescribedSetting[] {
  const values: Record<DescribedSetting['name'], string> = {
    YANSHU_PORT: String(config.port),
    YANSHU_HOST: config.host,
    YANSHU_SMTP_PORT: String(config.smtpPort),
    YANSHU_LMTP_PORT: portOrNone(mailTransport.lmtpPort),
    YANSHU_SUBMISSION_PORT: portOrNone(config.submissionPort),
    YANSHU_SUBMISSIONS_PORT: portOrNone(config.submissionsPort),
    YANSHU_DATA: config.dataFolder,
    YANSHU_S3: config.s3 === null ? 'none (messages and attachments lie in the data folder)' : bucket(config.s3),
    DATABASE_URL:
      engineOf(config.database) === 'postgres' ? withoutPassword(config.database) : `SQLite in ${config.database}`,
    YANSHU_DEMO: onOff(config.demo),
    YANSHU_HOSTNAME: config.hostname,
    YANSHU_MAX_MESSAGE_MB: String(config.maxMessageSize / MIB),
    YANSHU_CONTROL_FILE_TYPES: config.controlFileTypes.join(',') || 'none',
    YANSHU_RELAY: config.relay === null ? 'none' : withoutPassword(config.relay),
    YANSHU_MIGRATION_HOSTS: config.migrationHosts.join(' ') || 'none',
    YANSHU_REVOCATION_HOSTS: config.revocationHosts.join(' ') || 'none',
    YANSHU_ENROLMENT: config.enrolment?.url ?? 'none',
    YANSHU_ENROLMENT_CA: config.enrolment?.ca ?? 'none (the authorities of the system)',
    YANSHU_ENROLMENT_CLIENT: config.enrolment?.client ?? 'none',
    YANSHU_MIGRATION_TOKENS:
      config.migrationTokens.map(({ host, url, clientId }) => `${host}=${url} as ${clientId}`).join(' ') || 'none',
    YANSHU_ROUTES: config.routes.map(({ domain, url }) => `${domain}=${withoutPassword(url)}`).join(' ') || 'none',
    YANSHU_TLS_KEY: config.tls?.key ?? 'none',
    YANSHU_TLS_CERT: config.tls?.cert ?? 'none',
    YANSHU_TRUST_SPAM_FLAG: onOff(mailTransport.trustSpamFlag),
    YANSHU_TRUST_AUTHENTICATION: onOff(mailTransport.trustAuthentication),
    YANSHU_TRUST_PROXY: proxies(config.trustProxy),
    YANSHU_LOG_LEVEL: config.logLevel,
    YANSHU_NETWORKS:
      config.networks.map(({ address, prefix, name }) => `${address}/${prefix}=${name}`).join(', ') || 'none',
    YANSHU_LOGIN_CHALLENGE: challenge(config.loginChallenge),
    YANSHU_SMS: sms(config.sms),
    YANSHU_EXACT_PAGES:
      config.exactPages === null ? 'none' : `${config.exactPages.jail ?? 'as-is'}:${config.exactPages.program}`,
    YANSHU_SSO: config.sso === null ? 'none' : `${config.sso.issuer} as ${config.sso.clientId}`,
    YANSHU_ARCHIVE_URL: config.archiveUrl ?? 'none',
    YANSHU_ARCHIVE_SEARCH_URL: config.archiveSearchUrl ?? 'none',
    YANSHU_ARCHIVE_SEARCH_INSIDE: onOff(config.archiveSearchInside),
    YANSHU_GATEWAY_URL: config.gatewayUrl ?? 'none',
    YANSHU_LINK_SECRET: config.linkSecret === null ? 'none' : '***',
    YANSHU_METRICS_TOKEN: config.metricsToken === null ? 'none' : '***',
    YANSHU_MANIFEST_STOP_KEY:
      config.manifestStopKey ?? 'none (where manifests are signed, the server stops no version)',
    YANSHU_MANIFEST_KEYS: config.manifestKeys ?? 'none (manifests need not be signed)',
    YANSHU_REMOTES_URL: config.remotesUrl ?? 'none (remotes come from this server)',
    YANSHU_ALLOW_OVERRIDE: onOff(config.allowOverride),
    YANSHU_CONSOLE_URL: config.consoleUrl ?? 'none',
    YANSHU_WEB_URL: config.webUrl ?? 'none',
    YANSHU_HELP_HOST: config.helpHost || 'none',
    YANSHU_MOBILE_URL: config.mobileUrl ?? 'none',
    YANSHU_FEEDBACK_TO: config.feedbackTo ?? 'nobody (yanshu feedback list shows it)',
    YANSHU_AI_URL: config.assistant?.url ?? 'none (the assistant sends nothing, unless `yanshu ai set` says otherwise)',
    YANSHU_AI_KEY: config.assistant?.key ? '***' : 'none',
    YANSHU_AI_MODEL: config.assistant?.model ?? 'none',
    YANSHU_BEACONS: beacons(config.beaconsOneIn),
    YANSHU_CANARY_RULE: canaryRule(config.canaryRule),
    YANSHU_CLIENT: config.clientFolder ?? 'none (npm start names the one that it builds)',
  }
  return (Object.keys(values) as DescribedSetting['name'][]).map((name) => ({
    name,
    value: values[name],
    isSet: Boolean(env[name]?.trim()),
  }))
}

const bucket = ({ url, region, keyId }: NonNullable<Config['s3']>) =>
  `${url} (region ${region}, key ${keyId}, secret ***)`

const challenge = (after: Config['loginChallenge']) =>
  after === null ? 'never' : after === 0 ? 'always' : `after ${after} failed logins`

const sms = (settings: Config['sms']) =>
  settings === null
    ? 'none (nobody gets codes)'
    : settings.kind === 'log'
      ? 'log (codes stand in the log)'
      : settings.url

const beacons = (oneIn: number) =>
  oneIn === 0
    ? 'off'
    : oneIn === 1
      ? '1 (every page reports)'
      : `${oneIn} (one page in ${oneIn} reports what goes well)`

const canaryRule = (limit: Config['canaryRule']) =>
  limit === null
    ? 'off'
    : `${limit.percent}/${limit.tried} (a canary that fails for more than ${limit.percent} % of at least ${limit.tried} people is taken back)`

function proxies(trusted: Config['trustProxy']): string {
  if (trusted === false || trusted === 0) return 'none'
  return typeof trusted === 'number' ? `the nearest ${trusted}` : trusted.join(', ')
}
