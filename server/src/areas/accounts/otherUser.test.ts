import { Code } from '@yanshu/contracts'
import { type AskedInput, httpCalls, type Thing } from '@yanshu/contracts/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setSwitch } from '../../store/switches/switches.ts'
import { type Beside, inputFor, type Place, placesOf } from '../../testing/calls/callInputs.ts'
import { everythingOf, thingAt } from '../../testing/calls/everythingOf.ts'
import { HOUR, MONDAY } from '../../testing/meetings.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, TEST_DOMAIN, type TestServer } from '../../testing/testServer.ts'

type Call = (typeof httpCalls)[number]
type Owner = Awaited<ReturnType<typeof everythingOf>>

/** Stands in everything that the first user has, and nowhere else. */
const SECRET = '秘密'

const nameOf = ({ method, path }: Call) => `${method} ${path}`
const placesIn = ({ query, body, params }: Call): Place[] => [
  ...placesOf(query, 'query'),
  ...placesOf(body, 'body'),
  ...Object.entries(params).map(([name, thing]) => ({ at: `params.${name}`, thing })),
]
const naming = httpCalls.filter((call) => call.access !== 'public' && placesIn(call).length > 0)
/** What takes away comes last: until then the second user has something of their own to name beside it. */
const TAKES_AWAY = /delete|remove|del$|clear|cancel|undo|withdraw|Delete|Clear/
const ordered = naming.toSorted((a, b) => Number(TAKES_AWAY.test(a.path)) - Number(TAKES_AWAY.test(b.path)))

/** Fields whose values depend on one another, beside what a call names. */
const event = (at: string): Beside => ({ [`${at}.start`]: MONDAY, [`${at}.end`]: MONDAY + HOUR })
const BESIDE: Readonly<Record<string, Beside>> = {
  'POST mail/email/send': { 'body.to': [{ name: '', address: `na@${TEST_DOMAIN}` }] },
  'POST mail/email/composed': {
    'body.to': [{ name: '', address: `na@${TEST_DOMAIN}` }],
    'body.options': { 'remote-keys.protection': { sign: true, encrypt: false } },
  },
  'POST keymanagement/key/reencrypt': { 'body.hash': 'a'.repeat(64) },
  'POST contact/save': { 'body.name': 'x' },
  'POST contact/merge': { 'body.fields.name': 'x' },
  'POST contact/mailgroup/save': { 'body.address': `another@${TEST_DOMAIN}` },
  'POST calendar/event/save': event('body.event'),
  'POST calendar/event/preview': event('body.change.event'),
  'POST calendar/event/move': event('body'),
  'POST calendar/invitation/propose': event('body'),
  'POST calendar/findTime': { 'body.length': 60 },
}

/** Calls that leave out what is not the caller's, and answer: a new one is added on purpose. */
const DO_NOTHING: readonly string[] = [
  'GET documents/share/list',
  'GET mail/email/deleted/list',
  'GET mail/main/ai/history',
  'GET mail/main/approval/approverApprovalList',
  'GET mail/main/approval/userApprovalList',
  'POST calendar/reminders/close',
  'POST calendar/task/changes',
  'POST console/announcement/read',
  'POST contact/delete',
  'POST contact/restore',
  'POST contact/star',
  'POST documents/upload/cancel',
  'POST file/upload/cancel',
  'POST file/uploaddel',
  'POST mail/doCompletedelMail',
  'POST mail/email/color/update',
  'POST mail/email/conversation/split',
  'POST mail/email/conversation/whole',
  'POST mail/email/delete',
  'POST mail/email/draftdelete',
  'POST mail/email/recipientMarks',
  'POST mail/email/recoverEmail',
  'POST mail/email/recoverableDelete',
  'POST mail/email/seen/update',
  'POST mail/email/sticky/update',
  'POST mail/main/ai/history/delete',
  'POST mail/main/approval/preview',
  'POST mail/main/folder/sort',
  'POST mail/main/label/sort',
  'POST mail/offline/settle',
  'POST mail/offline/texts',
  'POST mail/pending/deletePendingMail',
  'POST mail/pending/overPending',
  'POST mail/pending/pendingMailList',
]

describe.each(engines)('a second user with the ids of the first, on %s', (engine) => {
  let server: TestServer
  let first: Owner
  let second: Owner
  beforeAll(async () => {
    server = await startTestServer({ engine })
    // What is off refuses before it looks at what is named.
    const on = [
      'mailMoveEnable',
      'islandPersonnel',
      'adminMailgroupFlag',
      'netdiskEnable',
      'smimeEnable',
      'deletMailRecoverFlag',
    ] as const
    for (const name of on) {
      await setSwitch(server.context, { scope: 'organisation' }, { name, value: true, locked: false })
    }
    first = await everythingOf(server, { local: 'wei', word: SECRET })
    second = await everythingOf(server, { local: 'na', word: 'own' })
  })
  afterAll(() => server.stop())

  /** The input of a call, in which the things of the first user stand at the places that are named. */
  const inputOf = (call: Call, isOfFirst: (place: Place) => boolean): AskedInput => {
    const fill = (place: Place) => thingAt(isOfFirst(place) ? first : second, place, call.path)
    const params = Object.entries(call.params).map(([name, thing]) => [
      name,
      String(fill({ at: `params.${name}`, thing })),
    ])
    return {
      query: inputFor(call.query, 'query', fill),
      body: inputFor(call.body, 'body', fill, BESIDE[nameOf(call)]),
      params: Object.fromEntries(params),
    }
  }
  const ask = async (call: Call, { query, body, params }: AskedInput) => {
    const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? '1'))
    const search = new URLSearchParams(Object.entries(Object(query)).map(([name, value]) => [name, String(value)]))
    const form = new FormData()
    form.append('file', new Blob(['Subject: x\n\nx']), 'x.eml')
    const isForm = call.sends === 'multipart'
    const answer = await fetch(`${server.url}/api/${path}?${search}`, {
      method: call.method,
      headers: {
        authorization: `Bearer ${second.client.login?.accessToken}`,
        ...(call.method === 'POST' && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      ...(call.method === 'POST' ? { body: isForm ? form : JSON.stringify(body) } : {}),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    return { code: isJson ? Number(JSON.parse(text).code) : answer.status, text }
  }

  /** Every row of the store that is the first user's or holds their word, but for what their own session notes. */
  const rowsOfFirst = async () => {
    const { db } = server.context.store
    const rows: string[] = []
    for (const { name } of await db.introspection.getTables()) {
      // Words of mails and the text of their files are put into the index after they have come.
      if (/^((mail|document)_(search|words|terms|to_index)|word_(place|spread)|file_text|session$)/.test(name)) continue
      // What has changed stands in its own row; marks of risk that come late are noted here as well.
      if (name === 'change_log') continue
      const all: Record<string, unknown>[] = await db
        .selectFrom(name as 'mail')
        .selectAll()
        .execute()
      // So are they looked at for risks, and letters with a sending time are judged before it.
      for (const { risk: _, ...row } of all) {
        const text = JSON.stringify(name === 'outgoing' ? { ...row, due_at: 0 } : row)
        if (row.account_id === first.accountId || text.includes(SECRET)) rows.push(`${name} ${text}`)
      }
    }
    return rows.toSorted()
  }

  test(`reads and changes nothing of it at any place of ${naming.length} of ${httpCalls.length} calls`, async () => {
    const before = await rowsOfFirst()
    const unfit: string[] = []
    const wrong: string[] = []
    const nothing = new Set<string>()
    let asked = 0
    for (const call of ordered) {
      const places = placesIn(call)
      const tries = [
        () => true,
        ...(places.length > 1
          ? places.map(
              ({ at }) =>
                (one: Place) =>
                  one.at === at,
            )
          : []),
      ]
      for (const isOfFirst of tries) {
        const input = inputOf(call, isOfFirst)
        const fits = [call.query.safeParse(input.query ?? {}), call.body.safeParse(input.body ?? {})]
        for (const { error } of fits) {
          if (error) unfit.push(`${nameOf(call)} ${JSON.stringify(input)} ${error.message}`)
        }
        const { code, text } = await ask(call, input)
        asked += 1
        const shown = `${nameOf(call)} ${JSON.stringify(input)} answered ${text.slice(0, 300)}`
        if (text.includes(SECRET) && !JSON.stringify(input).includes(SECRET)) wrong.push(shown)
        if (code === Code.serverError || (code >= 500 && code < 600)) wrong.push(shown)
        if (code === 200 && isOfFirst({ at: '', thing: 'request' as Thing })) nothing.add(nameOf(call))
      }
    }
    const after = await rowsOfFirst()
    const changed = [
      ...before.filter((row) => !after.includes(row)).map((row) => `- ${row}`),
      ...after.filter((row) => !before.includes(row)).map((row) => `+ ${row}`),
    ]
    expect({ unfit, wrong, changed, nothing: [...nothing].toSorted() }).toEqual({
      ...{ unfit: [], wrong: [], changed: [] },
      nothing: DO_NOTHING,
    })
    console.info(`${engine}: ${asked} inputs of ${naming.length} calls`)
  })
})
