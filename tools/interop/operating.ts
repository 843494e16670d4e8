import assert from 'node:assert/strict'
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createDatabase } from '../../server/src/testing/testDatabase.ts'
import { ApiClient } from '../bench/apiClient.ts'
import { until } from './foreignServers.ts'
import type { InteropRun } from './interopRun.ts'
import type { Organisation } from './organisation.ts'
import { DOMAIN, LI_NA, PARTNER, PASSWORD, ZHANG_WEI } from './people.ts'

const MANY = 2_000

/** Accounts by the commands of the page: the first administrator, a table, an alias, and 2,000 more. */
export async function addPeople({ step }: InteropRun, { page }: Pick<Organisation, 'page'>): Promise<void> {
  const table = (name: string, rows: readonly string[]) =>
    writeFileSync(path.join(page.work, name), `${['address,name,department,password', ...rows].join('\n')}\n`)
  await step('An operator adds the domain, an administrator, a table of people and an alias', () => {
    table('staff.csv', [
      `${LI_NA},李娜,研发中心 / 后端组,${PASSWORD}`,
      `${ZHANG_WEI},张伟,IT,${PASSWORD}`,
      `wang.fang@${DOMAIN},王芳,研发中心 / 前端组,`,
    ])
    const said = page.run('people', { input: `${PASSWORD}\n` }).join('')
    assert.match(said, /^Would be made: 3 accounts, 4 departments/m)
  })
  await step(`A table of ${MANY} people is read, and changes nothing the second time`, () => {
    const rows = Array.from({ length: MANY }, (_, at) => `person${at}@${DOMAIN},员工${at},分部 ${at % 20},`)
    table('many.csv', rows)
    const made = page.command('yanshu user import many.csv --passwords many-passwords.csv')
    assert.match(made, new RegExp(`${MANY} accounts`))
    const again = page.command('yanshu user import many.csv --dry-run')
    assert.match(again, /0 accounts/)
  })
}

/** A letter paper of the organisation. */
const PAPER = {
  name: '公函',
  design: { ground: '#f2f3f5', sheet: '#ffffff', text: '#1f2329', line: '#b3261e', ornament: 'band' },
}

/** The commands of the page for changing people, mailboxes, announcements and feedback. */
export async function changePeople({ step }: InteropRun, { page, naClient, front }: Organisation): Promise<void> {
  await step('People are changed, renamed and deleted with all that is theirs', () => {
    const said = page.run('changes')
    assert.match(said[2] ?? '', new RegExp(`wang\\.f@${DOMAIN}`))
    assert.match(said[3] ?? '', new RegExp(`wang\\.fang@${DOMAIN}\\twang\\.f@${DOMAIN}`))
    assert.doesNotMatch(said.at(-1) ?? '', /sales/)
    assert.doesNotMatch(page.command('yanshu user list'), /wang\./)
    assert.doesNotMatch(page.command('yanshu alias list'), /wang|info/)
    page.run('ways-in')
  })
  await step('Mailboxes of several people and accounts of one person are given and taken', () => {
    page.command('yanshu domain add branch.example.org')
    page.command('yanshu user add li.na@branch.example.org', { input: `${PASSWORD}\n` })
    const said = page.run('mailboxes')
    const mailboxes = said.find((one) => one.startsWith(`service@${DOMAIN}`)) ?? ''
    assert.match(mailboxes, new RegExp(LI_NA))
    assert.doesNotMatch(mailboxes, new RegExp(ZHANG_WEI))
    assert.match(said.at(-2) ?? '', /li\.na@branch/)
  })
  await step(
    'Announcements and letter papers are published and withdrawn; what people wrote to the operators is read',
    async () => {
      writeFileSync(path.join(page.work, 'notice.txt'), '两小时\n')
      assert.match(page.run('announcements').join(''), /^Published/m)
      writeFileSync(path.join(page.work, 'paper.json'), JSON.stringify(PAPER))
      assert.match(page.run('papers')[1] ?? '', /^1 公函$/m)
      const form = new FormData()
      form.append('content', '按钮太小')
      form.append('file', new Blob(['一'], { type: 'text/plain' }), '截图.txt')
      const headers = { authorization: `Bearer ${naClient.accessToken}` }
      await until('the feedback box is open', async () => {
        const answer = await fetch(`${front}/api/mail/main/feedback`, { method: 'POST', body: form, headers })
        return Number((await answer.json()).code) === 200
      })
      assert.match(page.run('feedback').join(''), /按钮太小/)
      assert.equal(page.command('cat feedback-1/*'), '一')
    },
  )
}

/** Mail on its way, a backup of it, and a system restored from that, which sends nothing. */
export async function keepMail({ step }: InteropRun, organisation: Organisation): Promise<void> {
  const { page, naClient, relay, database } = organisation
  const send = (requestId: string, address: string) =>
    naClient.post('mail/email/send', {
      ...{ kind: 'new', sourceMailId: null, mailId: null, requestId, cc: [], bcc: [], fileIds: [] },
      ...{ to: [{ name: '', address }], subject: '还在路上', html: '<p>您好</p>' },
    })
  const numberFor = (address: string) => {
    const line =
      page
        .command('yanshu queue list')
        .split('\n')
        .find((one) => one.includes(address)) ?? ''
    return line.split('\t')[0] ?? ''
  }
  await step('Postfix is asked about an address, and gets no mail to it', () => {
    const before = relay.relayed.length
    assert.match(page.run('relay')[0] ?? '', /^ok +The relay .* takes mail from .* to partner@elsewhere\.org: 250 /m)
    assert.equal(relay.relayed.length, before)
  })
  await step('The delivery log has the reply of Postfix; one mail is held, released and dropped', async () => {
    page.run('jobs')
    const said = page.run('queue')
    assert.match(said[1] ?? '', /partner@elsewhere\.org\trelayed\t250 .*queued as/)
    page.command('yanshu queue hold')
    await send('interop-2', `dropped@${PARTNER}`)
    page.run('one-mail', { instead: { NUMBER: numberFor('dropped@') } })
    // It is removed once its sender has been informed.
    await until('the queue has it no more', async () => !page.command('yanshu queue list').includes('dropped@'))
  })
  await step('A system on SQLite moves into PostgreSQL, and its people are there', async () => {
    const own = '/var/lib/yanshu-sqlite'
    mkdirSync(page.at(own))
    page.command('yanshu domain add moved.example', { env: { YANSHU_DATA: page.at(own), DATABASE_URL: '' } })
    const env = { DATABASE_URL: await createDatabase(database, 'moved') }
    const [moved = ''] = page.run('move', { env, instead: { '/var/lib/yanshu': own } })
    assert.match(moved, /rows of \d+ tables are the same on both sides/)
    assert.match(page.command('yanshu domain list', { env }), /moved\.example/)
  })
  await step('A backup holds PostgreSQL, is whole, and a system restored from it sends nothing', async () => {
    await send('interop-3', `later@${PARTNER}`)
    assert.match(page.run('backup').join(''), /^Backed up[\s\S]*is whole/)
    page.run('one-mailbox')
    assert.ok(statSync(page.at('/srv/backup/li.na.zip')).size > 1_000)
    const env = { DATABASE_URL: await createDatabase(database, 'restored') }
    assert.match(page.run('restore', { env }).join(''), /on hold/)
    const restored = { ...env, YANSHU_DATA: page.at('/var/lib/yanshu-restored') }
    assert.match(page.command('yanshu queue list', { env: restored }), /later@elsewhere\.org\ton hold/)
    assert.match(page.command('yanshu user list', { env: restored }), new RegExp(LI_NA))
    assert.throws(() => page.run('restore', { env }), /is not empty/)
    page.command('yanshu queue release')
    await until('the next hop has what was held here', async () => relay.relayed.includes(`later@${PARTNER}`))
    assert.equal(relay.relayed.filter((address) => address === `later@${PARTNER}`).length, 1)
    assert.ok(!relay.relayed.includes(`dropped@${PARTNER}`))
  })
}

/** Logs a person in by way of nginx. */
export const logIn = (front: string, address: string): Promise<ApiClient> => ApiClient.logIn(front, address, PASSWORD)
