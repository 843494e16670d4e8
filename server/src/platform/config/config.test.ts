import { expect, test } from 'vitest'
import { describeSettings } from '../../cli/describeSettings.ts'
import { readMailTransportOptions } from '../../mailflow/startMailTransport.ts'
import { OperatorError } from '../errors/operatorError.ts'
import { readConfig } from './config.ts'
import type { Environment } from './values.ts'

const refusal = (env: Environment): string => {
  try {
    readConfig(env)
    readMailTransportOptions(env)
  } catch (error) {
    expect(error).toBeInstanceOf(OperatorError)
    return error instanceof Error ? error.message : ''
  }
  throw new Error(`${JSON.stringify(env)} was taken`)
}

test.each([
  ['1', true],
  ['TRUE', true],
  ['yes', true],
  ['on', true],
  ['0', false],
  ['false', false],
  ['No', false],
  ['off', false],
  ['', true],
])('given the switch “%s”, then it is %s', (YANSHU_DEMO, demo) => {
  expect(readConfig({ YANSHU_DEMO }).demo).toBe(demo)
})

test('given a database server, then the demonstration is off unless it is asked for', () => {
  const DATABASE_URL = 'postgres://yanshu:secret@db.example.org/yanshu'
  expect(readConfig({}).demo).toBe(true)
  expect(readConfig({ DATABASE_URL }).demo).toBe(false)
  expect(readConfig({ DATABASE_URL, YANSHU_DEMO: 'on' }).demo).toBe(true)
})

test.each([
  [{ YANSHU_DEMO: 'maybe' }, 'YANSHU_DEMO=maybe: expected 1, true, yes or on'],
  [{ YANSHU_TRUST_SPAM_FLAG: '2' }, 'YANSHU_TRUST_SPAM_FLAG=2: expected'],
  [{ YANSHU_PORT: '80a' }, 'YANSHU_PORT=80a: expected a whole number from 0 to 65535'],
  [{ YANSHU_PORT: '65536' }, 'YANSHU_PORT=65536: expected'],
  [{ YANSHU_PORT: '0x50' }, 'YANSHU_PORT=0x50: expected'],
  [{ YANSHU_LMTP_PORT: '-1' }, 'YANSHU_LMTP_PORT=-1: expected'],
  [{ YANSHU_PORT: '2525' }, 'YANSHU_PORT and YANSHU_SMTP_PORT are both 2525'],
  [{ YANSHU_DEMMO: '0' }, 'YANSHU_DEMMO: there is no such setting. Did you mean YANSHU_DEMO?'],
  [{ YANSHU_SMPT_PORT: '25' }, 'Did you mean YANSHU_SMTP_PORT?'],
  [{ yanshu_port: '25' }, 'Did you mean YANSHU_PORT?'],
  [{ YANSHU_UNHEARD_OF: '1' }, 'There are: YANSHU_PORT, YANSHU_HOST'],
  [{ YANSHU_RELAY: 'relay.example.org:587' }, 'YANSHU_RELAY: expected smtp://user:password@host:port'],
  [{ YANSHU_RELAY: 'http://relay.example.org' }, 'YANSHU_RELAY: expected smtp://'],
  [{ YANSHU_RELAY: 'smtp://a:pass#word@relay.example.org' }, 'YANSHU_RELAY: expected'],
  [{ YANSHU_RELAY: 'smtp://relay.example.org/queue' }, 'YANSHU_RELAY: expected nothing after the port'],
  [{ DATABASE_URL: 'postgre://user@host/name' }, 'DATABASE_URL: expected postgres://'],
  [{ DATABASE_URL: '/srv/yanshu.db' }, 'DATABASE_URL: expected postgres://'],
  [{ DATABASE_URL: 'postgres://user@host' }, 'DATABASE_URL: expected the name of a database'],
  [{ YANSHU_TRUST_PROXY: 'true' }, 'YANSHU_TRUST_PROXY=true: expected the number of proxies'],
  [{ YANSHU_TRUST_PROXY: '10.0.0.0/33' }, 'YANSHU_TRUST_PROXY=10.0.0.0/33: expected'],
  [{ YANSHU_TRUST_PROXY: '99' }, 'YANSHU_TRUST_PROXY=99: expected'],
  [{ YANSHU_HOSTNAME: 'mail example' }, 'YANSHU_HOSTNAME=mail example: expected the name of a machine'],
  [{ YANSHU_HOST: '300.1.1.1:80' }, 'YANSHU_HOST=300.1.1.1:80: expected'],
  [{ YANSHU_S3: 's3://key:secret@host/bucket' }, 'YANSHU_S3: expected https://KEY-ID:SECRET@host/bucket'],
  [{ YANSHU_S3: 'https://host/bucket' }, 'YANSHU_S3: expected https://KEY-ID:SECRET@host/bucket'],
  [{ YANSHU_S3: 'https://key:secret@host/' }, 'YANSHU_S3: expected https://KEY-ID:SECRET@host/bucket'],
  [{ YANSHU_S3: 'https://key:secret@host/bucket?zone=1' }, 'YANSHU_S3: expected no option but region'],
  [{ YANSHU_REMOTES_URL: 'static.example.org' }, 'YANSHU_REMOTES_URL=static.example.org: expected an address such as'],
  [{ YANSHU_LOGIN_CHALLENGE: 'sometimes' }, 'YANSHU_LOGIN_CHALLENGE=sometimes: expected always, never, or a number'],
  [{ YANSHU_LOGIN_CHALLENGE: '0' }, 'YANSHU_LOGIN_CHALLENGE=0: expected'],
  [{ YANSHU_SMS: 'sms.example.org' }, 'YANSHU_SMS: expected none, log, or the address of a gateway'],
  [{ YANSHU_EXACT_PAGES: '/usr/bin/soffice' }, 'YANSHU_EXACT_PAGES=/usr/bin/soffice: expected none, bwrap:'],
  [{ YANSHU_EXACT_PAGES: 'bwrap:soffice' }, 'YANSHU_EXACT_PAGES=bwrap:soffice: expected none, bwrap:'],
  [{ YANSHU_SSO: 'https://sso.example.org/realm' }, 'YANSHU_SSO: expected https://CLIENT-ID:SECRET@'],
  [{ YANSHU_SSO: 'http://id:secret@sso.example.org' }, 'YANSHU_SSO: expected https://CLIENT-ID:SECRET@'],
  [{ YANSHU_MIGRATION_TOKENS: 'imap.example.org=https://host/' }, 'YANSHU_MIGRATION_TOKENS: expected imap.host='],
  [
    { YANSHU_ARCHIVE_URL: 'https://archive.example.org/' },
    'YANSHU_ARCHIVE_URL: expected https://host/path with {token}',
  ],
  [
    { YANSHU_ARCHIVE_SEARCH_URL: 'https://archive.example.org/?t={token}' },
    'YANSHU_ARCHIVE_SEARCH_URL: expected https://host/path with {token} and {query}',
  ],
  [{ YANSHU_GATEWAY_URL: 'file:///{token}' }, 'YANSHU_GATEWAY_URL: expected'],
  [{ YANSHU_TLS_KEY: 'key.pem' }, 'YANSHU_TLS_KEY and YANSHU_TLS_CERT go together'],
])('given %j, then it is refused with what is expected', (env: Environment, sentence) => {
  expect(refusal(env)).toContain(sentence)
})

test('given a wrong address with a password in it, then the message does not contain the password', () => {
  for (const name of ['YANSHU_RELAY', 'DATABASE_URL', 'YANSHU_S3', 'YANSHU_SSO', 'YANSHU_MIGRATION_TOKENS']) {
    expect(refusal({ [name]: 'ftp://user:Wild-Goose-7@host/x#y' })).not.toContain('Wild-Goose-7')
  }
})

test.each([
  ['', false],
  ['0', false],
  ['no', false],
  ['1', 1],
  ['2', 2],
  ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
])('given the proxies “%s”, then %j is believed', (YANSHU_TRUST_PROXY, trusted) => {
  expect(readConfig({ YANSHU_TRUST_PROXY }).trustProxy).toEqual(trusted)
})

test('given secrets, then the list of settings shows everything else', () => {
  const env = {
    DATABASE_URL: 'postgres://yanshu:Wild-Goose-7@db.example.org/yanshu',
    YANSHU_RELAY: 'smtp://me:Wild-Goose-8@relay.example.org:587',
    YANSHU_S3: 'https://KEY:Wild-Goose-9%2F@s3.example.org/mail/yanshu/?region=cn-1',
  }
  expect(readConfig(env).s3).toEqual({
    url: 'https://s3.example.org/mail/yanshu',
    region: 'cn-1',
    keyId: 'KEY',
    secret: 'Wild-Goose-9/',
  })
  const described = describeSettings(readConfig(env), readMailTransportOptions(env), env)
  const settingOf = (name: string) => described.find((one) => one.name === name)
  expect(settingOf('DATABASE_URL')).toMatchObject({ value: 'postgres://yanshu:***@db.example.org/yanshu', isSet: true })
  expect(settingOf('YANSHU_RELAY')).toMatchObject({ value: 'smtp://me:***@relay.example.org:587', isSet: true })
  expect(settingOf('YANSHU_S3')?.value).toBe('https://s3.example.org/mail/yanshu (region cn-1, key KEY, secret ***)')
  expect(settingOf('YANSHU_DEMO')).toMatchObject({ value: 'off', isSet: false })
  expect(JSON.stringify(described)).not.toContain('Wild-Goose')
})

test('given a program of exact pages, then it is read with what keeps it apart', () => {
  const pagesOf = (YANSHU_EXACT_PAGES: string) => readConfig({ YANSHU_EXACT_PAGES }).exactPages
  expect([pagesOf(''), pagesOf('none')]).toEqual([null, null])
  expect(pagesOf('bwrap:/usr/bin/soffice')).toEqual({ jail: 'bwrap', program: '/usr/bin/soffice' })
  expect(pagesOf('as-is:/opt/pages')).toEqual({ jail: null, program: '/opt/pages' })
})

test('given how logins are guarded and codes are sent, then it is read, and the gateway’s token is not shown', () => {
  const challengeOf = (YANSHU_LOGIN_CHALLENGE: string) => readConfig({ YANSHU_LOGIN_CHALLENGE }).loginChallenge
  expect(['', 'always', 'never', '5'].map(challengeOf)).toEqual([3, 0, null, 5])
  const smsOf = (YANSHU_SMS: string, YANSHU_DEMO = 'off') => readConfig({ YANSHU_SMS, YANSHU_DEMO }).sms
  expect(smsOf('')).toBeNull()
  expect(smsOf('', 'on')).toEqual({ kind: 'log' })
  expect(smsOf('none', 'on')).toBeNull()
  const gateway = { kind: 'gateway', url: 'https://sms.example.org/send', token: 'Wild-Goose/7' }
  expect(smsOf('https://:Wild-Goose%2F7@sms.example.org/send')).toEqual(gateway)
})
