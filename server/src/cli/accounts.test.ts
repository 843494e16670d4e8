import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findDestination } from '../mailflow/delivery/recipients.ts'
import { createAccount } from '../store/accounts/accounts.ts'
import { addAlias, changeAccount, removeAlias, renameAccount, requireAccount } from '../store/accounts/changeAccount.ts'
import { isPassword } from '../store/accounts/password.ts'
import { transact } from '../store/database/transact.ts'
import { setSwitch } from '../store/switches/switches.ts'
import { sending } from '../testing/letters.ts'
import { putMail } from '../testing/putMail.ts'
import { engines } from '../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../testing/testServer.ts'
import { runYanshuHere } from '../testing/yanshuCommand.ts'

describe.each(engines)('an operator looks after accounts, on %s', (engine) => {
  let mailServer: TestServer
  beforeAll(async () => {
    mailServer = await startTestServer({ engine, still: true })
  })
  afterAll(() => mailServer.stop())
  const yanshu = (...args: string[]) => runYanshuHere(mailServer.context.config, args)
  const db = () => mailServer.context.store.db
  const foundBy = async (typed: string) =>
    (await db().selectFrom('person_key').select('ref_id').distinct().where('key', 'like', `${typed}%`).execute()).length

  test('given a table of people, then a dry run tells, a run makes them, a second changes what differs', async () => {
    const table = path.join(mailServer.folder, 'staff.csv')
    const passwords = path.join(mailServer.folder, 'passwords.csv')
    const people = Array.from(
      { length: 300 },
      (_, at) => `p${at}@yanshu.test,${at === 7 ? '欧阳琪' : '王小明'},总部 / 组${at % 7},100${at},512`,
    )
    const write = (...lines: string[]) =>
      writeFile(table, `﻿address,name,department,phone,quota\r\n${lines.join('\r\n')}\r\n`)
    await write(...people, 'nobody@elsewhere.example,外人,总部,1,1', 'p1@yanshu.test,又一个,总部,1,1', ',无地址,,,')

    const dry = await yanshu('user', 'import', table, '--dry-run')
    expect(dry.out).toMatch(/^Would be made: 300 accounts, 8 departments; changed: 0; as they were: 0; left out: 3/)
    expect(dry.err).toContain('line 302: There is no domain for nobody@elsewhere.example')
    expect(dry.err).toContain('p1@yanshu.test stands in the file twice')
    expect(await db().selectFrom('account').select('id').execute()).toEqual([])

    expect((await yanshu('user', 'import', table)).err).toContain('--passwords')
    await write(...people)
    const made = await yanshu('user', 'import', table, '--passwords', passwords)
    expect(made).toMatchObject({ code: 0, err: '' })
    expect(made.out).toMatch(/^Made: 300 accounts, 8 departments/)
    expect((await stat(passwords)).mode & 0o777).toBe(0o600)
    const [, first = ''] = (await readFile(passwords, 'utf8')).split('\n')
    const [address = '', password = ''] = first.split(',')
    const row = await db().selectFrom('account').selectAll().where('address', '=', address).executeTakeFirstOrThrow()
    expect(await isPassword(password, row.password_hash)).toBe(true)
    expect(await isPassword(`${password}x`, row.password_hash)).toBe(false)
    expect(row).toMatchObject({ change_password: 1, quota_bytes: 512 * 1_024 * 1_024 })
    expect(await foundBy('ouyangqi')).toBe(1)

    expect(await yanshu('user', 'import', table)).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/^Made: 0 accounts, 0 departments; changed: 0; as they were: 300; left out: 0/),
    })
    await write('nobody@elsewhere.example,外人,总部,1,1')
    const foreign = await yanshu('user', 'import', table)
    expect(foreign).toMatchObject({ code: 1, err: expect.stringContaining('There is no domain for nobody@elsewhere') })
    await write(...people.with(7, 'p7@yanshu.test,李改名,总部 / 新组,1007,512'))
    const again = await yanshu('user', 'import', table, '--passwords', passwords)
    expect(again.out).toMatch(/^Made: 0 accounts, 1 departments; changed: 1; as they were: 299; left out: 0/)
    expect(await foundBy('ouyangqi')).toBe(0)
    expect(await foundBy('ligaiming')).toBe(1)
  }, 240_000)

  test('given a line whose address is the alias of another account, then no password is kept for it', async () => {
    const { context } = mailServer
    await mailServer.addUser('wan.jin')
    await addAlias(context, 'money@yanshu.test', 'wan.jin@yanshu.test')
    const table = path.join(mailServer.folder, 'taken.csv')
    const passwords = path.join(mailServer.folder, 'taken-passwords.csv')
    await writeFile(table, 'address,name\nmoney@yanshu.test,钱\nfresh@yanshu.test,新\nfresh@yanshu.test,再\n')
    const run = await yanshu('user', 'import', table, '--passwords', passwords)
    expect(run.err).toContain('money@yanshu.test is an alias of another account')
    expect(run.out).toMatch(/^Made: 1 accounts/)
    const kept = (await readFile(passwords, 'utf8')).trim().split('\n')
    expect(kept.map((line) => line.split(',')[0])).toEqual(['address', 'fresh@yanshu.test'])
  })

  test('given changes of a person, then they are found by the new name, and mail follows old and new address', async () => {
    const { context } = mailServer
    const id = await mailServer.addUser('zhao.min')
    const other = await mailServer.addUser('zhao.hua')
    const change = (changes: Parameters<typeof changeAccount>[2]) =>
      transact(context, async (trx) => changeAccount(trx, await requireAccount(trx, 'zhao.min@yanshu.test'), changes))
    expect(await change({ name: '赵敏', isAdmin: true, quotaBytes: 1 })).toEqual(['name', 'is_admin', 'quota_bytes'])
    expect(await change({ name: '赵敏', isAdmin: true })).toEqual([])
    expect(await foundBy('zhaomin')).toBe(1)

    await renameAccount(context, 'zhao.min@yanshu.test', 'Min.Zhao@yanshu.test')
    const leadsTo = async (address: string) => findDestination(db(), address)
    for (const address of [
      'min.zhao@yanshu.test',
      'zhao.min@yanshu.test',
      'abuse@yanshu.test',
      'postmaster@yanshu.test',
    ]) {
      expect(await leadsTo(address)).toMatchObject({ accountId: id })
    }
    await expect(renameAccount(context, 'min.zhao@yanshu.test', 'zhao.hua@yanshu.test')).rejects.toThrow('is taken')
    await expect(addAlias(context, 'zhao.hua@yanshu.test', 'min.zhao@yanshu.test')).rejects.toThrow('is taken')
    await addAlias(context, 'abuse@yanshu.test', 'zhao.hua@yanshu.test')
    expect(await leadsTo('abuse@yanshu.test')).toMatchObject({ accountId: other })
    await removeAlias(context, 'zhao.min@yanshu.test')
    expect(await leadsTo('zhao.min@yanshu.test')).toEqual({ kind: 'unknown' })
    await expect(removeAlias(context, 'zhao.min@yanshu.test')).rejects.toThrow('There is no alias')
  })

  test('given an account that is deleted, then nothing of it is left but what others have, and theirs is whole', async () => {
    const { context } = mailServer
    const gone = await mailServer.addUser('qian.duo')
    const stays = await mailServer.addUser('li.na')
    const asGone = await mailServer.as(gone)
    await asGone.post('mail/email/send', sending({ subject: '留给李娜' }))
    mailServer.wait(60_000)
    await mailServer.dispatcher.runDue()
    await asGone.post('mail/email/send', sending({ subject: '还没有发出' }))
    for (let at = 0; at < 3; at++) await putMail(context, gone)
    await setSwitch(context, { scope: 'user', id: gone }, { name: 'previewEnable', value: false, locked: false })

    expect(await yanshu('user', 'delete', 'qian.duo@yanshu.test')).toMatchObject({ code: 1 })
    const done = await yanshu('user', 'delete', 'qian.duo@yanshu.test', '--yes')
    expect(done).toMatchObject({ code: 0, out: 'Deleted qian.duo@yanshu.test with 5 mails\n' })
    mailServer.wait(60_000)
    await mailServer.dispatcher.runDue()
    expect((await mailServer.mailsOf(stays)).map(({ subject }) => subject)).toEqual(['留给李娜'])

    const left = async (table: string, column: string) => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from ${sql.table(table)} where ${sql.ref(column)} = ${gone}`.execute(db())
      return Number(rows[0]?.count)
    }
    for (const table of ['mail', 'folder', 'session', 'outgoing', 'correspondent', 'contact', 'calendar', 'upload']) {
      expect([table, await left(table, 'account_id')]).toEqual([table, 0])
    }
    expect(await left('person_key', 'ref_id')).toBe(0)
    expect(await left('switch_value', 'scope_id')).toBe(0)
    // The address is free again, and the account that gets it finds nothing of before.
    const next = await createAccount(context, {
      address: 'qian.duo@yanshu.test',
      name: '新人',
      password: 'Wild-Goose-7',
    })
    expect(await mailServer.mailsOf(next)).toEqual([])
  }, 240_000)

  test('given a domain, then it is removed when nobody has an address in it, and not before', async () => {
    expect((await yanshu('domain', 'remove', 'yanshu.test')).err).toContain('is in this domain')
    await yanshu('domain', 'add', 'old.example')
    expect(await yanshu('domain', 'remove', 'old.example')).toMatchObject({ code: 0 })
    expect((await yanshu('domain', 'list')).out).toBe('yanshu.test\n')
  }, 240_000)
})
