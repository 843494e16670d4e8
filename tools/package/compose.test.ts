import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { postfixOfPage } from '../interop/pageMachine.ts'

const DEPLOY = path.resolve(import.meta.dirname, '../../deploy')
const compose = readFileSync(path.join(DEPLOY, 'compose/compose.yaml'), 'utf8')
const postfix = readFileSync(path.join(DEPLOY, 'compose/postfix/start.sh'), 'utf8')
const [, services = ''] = /^services:\n([\s\S]*?)^networks:/m.exec(compose) ?? []
/** The lines of each service, by its name. */
const parts = new Map(services.split(/^ {2}(?=\w+:$)/m).map((text) => [/^\w+/.exec(text)?.[0] ?? '', text] as const))
const addressOf = (name: string) => /ipv4_address: ([\d.]+)/.exec(parts.get(name) ?? '')?.[1]

test('given the compose file, then its services find each other at the addresses that they have', () => {
  const yanshu = parts.get('yanshu') ?? ''
  expect(yanshu).toContain(`YANSHU_TRUST_PROXY: ${addressOf('nginx')}/32\n`)
  expect(yanshu).toContain(`YANSHU_RELAY: smtp://${addressOf('postfix')}:25\n`)
  expect(yanshu).toContain(`@${addressOf('postgres')}/yanshu\n`)
  expect(parts.get('nginx')).toContain(`/${addressOf('yanshu')}:8080/`)
  expect(postfix).toContain(`yanshu=${addressOf('yanshu')}\n`)
})

test('given the compose file, then only nginx and Postfix are reached from outside, and Yanshu has no rights', () => {
  const open = [...parts].flatMap(([name, text]) => (text.includes('    ports:') ? [name] : []))
  expect(open).toEqual(['nginx', 'postfix'])
  for (const line of ['read_only: true', 'cap_drop: [ALL]', 'no-new-privileges:true'])
    expect(parts.get('yanshu')).toContain(line)
  // Connections from outside have an address of the inner network, which therefore may not send to other domains.
  expect(postfix).toMatch(/mynetworks = 127\.0\.0\.0\/8 \$yanshu\/32"/)
  expect(compose.match(/DATABASE_PASSWORD:\?/g)?.length).toBe(2)
  expect(readFileSync(path.join(DEPLOY, 'compose/example.env'), 'utf8')).toMatch(/^DATABASE_PASSWORD=$/m)
})

test('the rules of Postfix are those of docs/operations.md, and the rules of nginx are its file', () => {
  const ofPage = postfixOfPage()
    .split('\n')
    .filter((line) => / = /.test(line) && !line.startsWith('#'))
  expect(ofPage.length).toBeGreaterThan(4)
  for (const line of ofPage) {
    const here = line
      .replace('127.0.0.1:2424', '$yanshu:2424')
      .replace(/(?<=^virtual_mailbox_domains = ).*/, '$MAIL_DOMAINS')
    expect(postfix).toContain(here)
  }
  const nginx = readFileSync(path.join(DEPLOY, 'nginx/yanshu.conf'), 'utf8')
  for (const text of ['127.0.0.1:8080', 'MAIL.EXAMPLE.ORG']) expect(nginx).toContain(text)
  expect(parts.get('nginx')).toContain('../nginx/yanshu.conf:')
})
