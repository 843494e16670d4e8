import { cpus } from 'node:os'
import { RULES_MAX } from '@yanshu/contracts'
import { type BulkMail, bulkMails } from '@yanshu/demo'
import { readConfig } from '../../server/src/platform/config/config.ts'
import { createAccount, insertAccount } from '../../server/src/store/accounts/accounts.ts'
import { openContext } from '../../server/src/store/context/openContext.ts'
import { transact } from '../../server/src/store/database/transact.ts'
import { ApiClient } from './apiClient.ts'
import { DOMAIN, OTHER, OWNER, PASSWORD } from './mailbox.ts'
import { type ServerProcess, startServer } from './serverProcess.ts'
import { foldersOf, row, type Scene } from './serverRows.ts'
import { smtpSender } from './smtpLoad.ts'
import { waits } from './waits.ts'

const CONNECTIONS = 50
const DELIVERIES = 4_000
/** For the first deliveries V8 compiles their code on a second processor; a running server has done that. */
const WARM_UP = 2_000
/** People of one mail: as many as one may be addressed to. */
export const MANY = 1_000
const MAILS_TO_MANY = 5
/** Another person asks for their list so soon after each answer. */
const OTHERS_EVERY_MS = 3

interface Load {
  /** Of the row. */
  readonly id: string
  readonly title: string
  readonly seed: number
  readonly pipelining: boolean
  readonly warmUp?: number
}

/** Deliveries by senders that send ahead and by such that wait for each answer, and past as many rules as one may have. */
export async function measureDeliveries(scene: Scene, server: ServerProcess, owner: ApiClient): Promise<void> {
  const { say } = scene
  const measured = (load: Load) =>
    say.step(`${DELIVERIES} deliveries: ${load.title}`, () => measureLoad(scene, { server, owner, ...load }))
  await measured({
    id: 'ahead',
    title: 'durable deliveries, senders send ahead',
    seed: 31,
    pipelining: true,
    warmUp: WARM_UP,
  })
  await measured({
    id: 'waiting',
    title: 'durable deliveries, senders wait for each answer',
    seed: 32,
    pipelining: false,
  })
  await makeRules(owner)
  await measured({
    id: 'rules',
    title: `durable deliveries past ${RULES_MAX} rules, senders send ahead`,
    seed: 33,
    pipelining: true,
  })
  await owner.post('mail/mailClassify/deleteAll', {})
}

/** As many rules as an account may have, of two conditions that are tested and hold for none of the mails. */
async function makeRules(client: ApiClient): Promise<void> {
  const fields = ['sender', 'recipient', 'subject', 'body'] as const
  for (let at = 0; at < RULES_MAX; at++) {
    const condition = (step: number) => ({
      field: fields[(at + step) % fields.length] ?? 'subject',
      not: false,
      value: `规则${at}条件${step}`,
    })
    await client.post('mail/mailClassify/save', {
      ruleName: `规则 ${at + 1}`,
      match: 'any',
      conditions: [condition(0), condition(1)],
      actions: { read: true },
    })
  }
}

async function measureLoad(
  { results }: Scene,
  { server, owner, id, title, seed, pipelining, warmUp = 100 }: Load & { server: ServerProcess; owner: ApiClient },
): Promise<void> {
  // Other mails each time: what is there already is stored once, and cheaper.
  const mails = [...bulkMails(DELIVERIES + warmUp, { now: new Date(), seed, to: OWNER })]
  const senders = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => smtpSender(server.smtpPort, { pipelining })),
  )
  try {
    const before = (await foldersOf(owner))('inbox').mail
    const deliver = (some: readonly BulkMail[]) => {
      const left = some.values()
      return Promise.all(
        senders.map(async (sender) => {
          for (const { raw, from } of left) await sender.deliver(from, OWNER, raw)
        }),
      )
    }
    await deliver(mails.slice(0, warmUp))
    const begun = performance.now()
    const used = { server: server.processorMs(), sender: process.cpuUsage() }
    await deliver(mails.slice(warmUp))
    const seconds = (performance.now() - begun) / 1_000
    const sender = process.cpuUsage(used.sender)
    results.add(
      row(`delivery.${id}`, `${title}, ${CONNECTIONS} connections, ${cpus().length} cores`, 'per second', 'range'),
      [DELIVERIES / seconds],
    )
    results.add(row(`delivery.${id}.server`, '  processor time of the server for one of them', 'ms', 'range'), [
      (server.processorMs() - used.server) / DELIVERIES,
    ])
    results.add(row(`delivery.${id}.sender`, '  and of those who send it, on the same cores', 'ms', 'range'), [
      (sender.user + sender.system) / 1_000 / DELIVERIES,
    ])
    const after = (await foldersOf(owner))('inbox').mail
    results.check('mails that 250 was said to and that lie in the inbox', mails.length, after - before)
  } finally {
    for (const sender of senders) sender.close()
  }
  const other = await ApiClient.logIn(server.url, OTHER, PASSWORD)
  results.check(
    `mails that went astray to ${OTHER.replace(`@${DOMAIN}`, '')}`,
    0,
    (await foldersOf(other))('inbox').mail,
  )
}

/** A mail to as many people of this server as one may be addressed to, and how long another person waits meanwhile. */
export async function measureMailToMany({ folder, results }: Scene): Promise<void> {
  const people = await addPeople(folder)
  const server = await startServer(folder)
  try {
    const other = await ApiClient.logIn(server.url, OTHER, PASSWORD)
    const sender = await smtpSender(server.smtpPort, { pipelining: true })
    const mails = bulkMails(MAILS_TO_MANY + 1, { now: new Date(), seed: 41, to: OWNER })
    const taken: number[] = []
    const waited: number[] = []
    for (const { raw, from } of mails) {
      const begun = performance.now()
      const others = await waits(other, () => sender.deliver(from, people, raw), OTHERS_EVERY_MS)
      // The first one finds a server that has just started.
      if (taken.push(performance.now() - begun) > 1) waited.push(...others)
    }
    sender.close()
    const title = `a mail to ${MANY.toLocaleString('en')} people here`
    results.add(row('many', `${title}, until it is on disk for all of them`, 'ms', 'range'), taken.slice(1))
    results.add(row('many.others', '  somebody else’s page of 15 meanwhile'), waited)
    results.add(row('many.longest', '  the longest of these waits', 'ms', 'range'), [Math.max(...waited)])
    const reader = await ApiClient.logIn(server.url, people[0] ?? '', PASSWORD)
    results.check(
      'mails to many in the inbox of one of them',
      MAILS_TO_MANY + 1,
      (await foldersOf(reader))('inbox').mail,
    )
  } finally {
    await server.stop()
  }
}

/** Makes people whom mail can be sent to; the first of them can log in. Answers their addresses. */
async function addPeople(folder: string): Promise<string[]> {
  const addresses = Array.from({ length: MANY }, (_, number) => `person${number}@${DOMAIN}`)
  const config = readConfig({ YANSHU_DATA: folder })
  const { context, close } = await openContext({ config, log: { info: () => {}, warn: () => {}, error: () => {} } })
  try {
    const [first = '', ...others] = addresses
    await createAccount(context, { address: first, name: '0', password: PASSWORD })
    await transact(context, async (trx) => {
      for (const address of others) {
        await insertAccount(trx, context, { address, name: address.slice(6, -1 - DOMAIN.length), password: '' }, '')
      }
    })
  } finally {
    await close()
  }
  return addresses
}
