import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { BODY_WORD, COMMON_WORD, RARE_WORD, SUBJECT_WORD } from '../mailbox.ts'
import { CALLS, type CallCounts, type CallName } from './callCounts.ts'
import { type Answer, KeptConnection } from './keptConnection.ts'
import type { LoggedIn } from './loadStore.ts'

/** A person does something so often, unless it lasts longer. */
const ACT_EVERY_MS = 2_000
const SEARCH_EVERY = 3
const LETTER_EVERY = 5
/** Due acts are searched for so often, by one timer for all people. */
const LOOK_EVERY_MS = 5
const WORDS = [SUBJECT_WORD, BODY_WORD, RARE_WORD, COMMON_WORD]

type Call = (connection: KeptConnection, person: LoggedIn, round: number) => Promise<Answer>

const calls: Readonly<Record<Exclude<CallName, 'letter'>, Call>> = {
  list: (connection, { inboxId }) => connection.get(`mail/email/mailbox/list?mailboxId=${inboxId}&pageSize=15`),
  search: (connection, _person, round) => {
    const word = encodeURIComponent(WORDS[round % WORDS.length] ?? SUBJECT_WORD)
    return connection.get(`mail/email/search?searchKeyword=${word}&searchType=3&pageSize=15`)
  },
  open: (connection, { mailIds }, round) =>
    connection.post('mail/email/detail', { mailId: mailIds[round % mailIds.length] }),
  mark: (connection, { mailIds }, round) =>
    connection.post('mail/email/seen/update', {
      mailIds: [mailIds[round % mailIds.length]],
      seen: Math.floor(round / mailIds.length) % 2 === 0,
    }),
}

const sendLetter = (connection: KeptConnection, to: string, round: number) =>
  connection.post('mail/email/send', {
    kind: 'new',
    sourceMailId: null,
    mailId: null,
    requestId: randomUUID(),
    from: '',
    subject: `关于第 ${round + 1} 项的安排`,
    html: `<p>您好：</p><p>请看一下附带的说明，明天上午我们再商量。</p><p>第 ${round + 1} 封</p>`,
    fileIds: [],
    to: [{ name: '', address: to }],
    cc: [],
    bcc: [],
  })

/**
 * Readers who search, list, open and mark in turn, each with a pause after every answer, while work goes on.
 * @param everyMs the pause
 */
export async function readWhile<T>(
  url: string,
  readers: readonly LoggedIn[],
  { everyMs, counts }: { readonly everyMs: number; readonly counts: CallCounts },
  work: () => Promise<T>,
): Promise<T> {
  let going = true
  const order = CALLS.filter((name) => name !== 'letter')
  const reading = readers.map(async (person, number) => {
    const connection = await KeptConnection.open(url, person.accessToken)
    for (let round = 0; going; round++) {
      const name = order[(round + number) % order.length] ?? 'list'
      counts.note(name, await calls[name](connection, person, round))
      await wait(everyMs)
    }
    connection.close()
  })
  try {
    return await work()
  } finally {
    going = false
    await Promise.all(reading)
  }
}

/**
 * People at work: each lists, opens and marks every two seconds, searches every third time and writes to another of them
 * every fifth. Answers how many letters were accepted.
 */
export async function workFor(
  url: string,
  people: readonly LoggedIn[],
  { ms, counts }: { readonly ms: number; readonly counts: CallCounts },
): Promise<number> {
  const connections = await Promise.all(people.map(({ accessToken }) => KeptConnection.open(url, accessToken)))
  // A server that is busy accepts hundreds of connections one by one.
  await Promise.all(connections.map((connection) => connection.get('mail/email/unread/count')))
  const begun = performance.now()
  const desks = people.map((person, number) => ({
    person,
    connection: connections[number],
    number,
    round: number % (SEARCH_EVERY * LETTER_EVERY),
    dueAt: begun + (number / people.length) * ACT_EVERY_MS,
    isBusy: false,
  }))
  let letters = 0
  const act = async (desk: (typeof desks)[number]) => {
    const { person, connection, number, round } = desk
    if (!connection) return
    for (const name of ['list', 'open', 'mark'] as const) {
      counts.note(name, await calls[name](connection, person, round))
    }
    if (round % SEARCH_EVERY === 0) counts.note('search', await calls.search(connection, person, round))
    if (round % LETTER_EVERY === 0) {
      const to = people[(number + round + 1) % people.length]?.address ?? ''
      const answer = await sendLetter(connection, to, round)
      counts.note('letter', answer)
      if (answer.isDone) letters++
    }
    desk.round++
    desk.dueAt += ACT_EVERY_MS
    desk.isBusy = false
  }
  const acting = new Set<Promise<void>>()
  while (performance.now() - begun < ms) {
    const now = performance.now()
    for (const desk of desks) {
      if (desk.isBusy || desk.dueAt > now) continue
      // Who was kept waiting does not make up for it.
      desk.dueAt = Math.max(desk.dueAt, now - LOOK_EVERY_MS)
      desk.isBusy = true
      const one = act(desk).finally(() => acting.delete(one))
      acting.add(one)
    }
    await wait(LOOK_EVERY_MS)
  }
  await Promise.all(acting)
  for (const connection of connections) connection.close()
  return letters
}

/** Mails in the inboxes of people. */
export async function mailsOf(url: string, people: readonly LoggedIn[]): Promise<number> {
  let mails = 0
  for (const { accessToken } of people) {
    const answer = await fetch(`${url}/api/mail/main/folder/list`, {
      headers: { authorization: `Bearer ${accessToken}` },
    })
    const { data }: { data: { folderList: { role: string; mail: number }[] } } = JSON.parse(await answer.text())
    mails += data.folderList.find(({ role }) => role === 'inbox')?.mail ?? 0
  }
  return mails
}
