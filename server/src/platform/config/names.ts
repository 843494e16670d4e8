import { OperatorError } from '../errors/operatorError.ts'
import { nearestName } from './nearestName.mjs'
import type { Environment } from './values.ts'

/** What an operator sets; README.md has what each means. */
const SERVER_SETTINGS = [
  'YANSHU_PORT',
  'YANSHU_HOST',
  'YANSHU_SMTP_PORT',
  'YANSHU_DATA',
  'YANSHU_S3',
  'YANSHU_DEMO',
  'YANSHU_HOSTNAME',
  'YANSHU_MAX_MESSAGE_MB',
  'YANSHU_CONTROL_FILE_TYPES',
  'YANSHU_RELAY',
  'YANSHU_ROUTES',
  'YANSHU_MIGRATION_HOSTS',
  'YANSHU_REVOCATION_HOSTS',
  'YANSHU_ENROLMENT',
  'YANSHU_ENROLMENT_CA',
  'YANSHU_ENROLMENT_CLIENT',
  'YANSHU_MIGRATION_TOKENS',
  'YANSHU_TLS_KEY',
  'YANSHU_TLS_CERT',
  'YANSHU_LMTP_PORT',
  'YANSHU_SUBMISSION_PORT',
  'YANSHU_SUBMISSIONS_PORT',
  'YANSHU_TRUST_SPAM_FLAG',
  'YANSHU_TRUST_AUTHENTICATION',
  'YANSHU_TRUST_PROXY',
  'YANSHU_LOG_LEVEL',
  'YANSHU_NETWORKS',
  'YANSHU_LOGIN_CHALLENGE',
  'YANSHU_SMS',
  'YANSHU_EXACT_PAGES',
  'YANSHU_SSO',
  'YANSHU_ARCHIVE_URL',
  'YANSHU_ARCHIVE_SEARCH_URL',
  'YANSHU_ARCHIVE_SEARCH_INSIDE',
  'YANSHU_GATEWAY_URL',
  'YANSHU_LINK_SECRET',
  'YANSHU_METRICS_TOKEN',
  'YANSHU_CLIENT',
  'YANSHU_MANIFEST_KEYS',
  'YANSHU_MANIFEST_STOP_KEY',
  'YANSHU_REMOTES_URL',
  'YANSHU_ALLOW_OVERRIDE',
  'YANSHU_CONSOLE_URL',
  'YANSHU_WEB_URL',
  'YANSHU_HELP_HOST',
  'YANSHU_MOBILE_URL',
  'YANSHU_FEEDBACK_TO',
  'YANSHU_AI_URL',
  'YANSHU_AI_KEY',
  'YANSHU_AI_MODEL',
  'YANSHU_BEACONS',
  'YANSHU_CANARY_RULE',
] as const

export type SettingName = (typeof SERVER_SETTINGS)[number]

/** Settings that the tools of development and the tests read; a server may find them in its environment. */
const TOOL_SETTINGS = [
  'YANSHU_URL',
  'YANSHU_MANIFEST_KEY',
  'YANSHU_REMOTES_S3',
  'YANSHU_DEV_PORT',
  'YANSHU_SMTP_URL',
  'YANSHU_TEST_PORT',
  'YANSHU_TEST_RUN',
  'YANSHU_TEST_DEMO',
  'YANSHU_TEST_STORES',
  'YANSHU_FUZZ_RUNS',
  'YANSHU_FUZZ_SEED',
  'YANSHU_TEST_POSTGRES',
  'YANSHU_TEST_SQLITE_TEMPLATE',
  'YANSHU_TEST_TEMPLATE',
  'YANSHU_TEST_PLANS',
] as const

/**
 * Refuses a `YANSHU_…` name that is not read: it is a typing error, and its setting would have no effect. Throws an
 * `OperatorError` with the nearest name.
 */
export function refuseUnknownNames(env: Environment): void {
  const known: readonly string[] = [...SERVER_SETTINGS, ...TOOL_SETTINGS]
  for (const name of Object.keys(env)) {
    if (!/^YANSHU_/i.test(name) || known.includes(name)) continue
    const nearest = nearestName(name, known)
    throw new OperatorError(
      `${name}: there is no such setting. ${nearest ? `Did you mean ${nearest}?` : `There are: ${SERVER_SETTINGS.join(', ')}`}`,
    )
  }
}
