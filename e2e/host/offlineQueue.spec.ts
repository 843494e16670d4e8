import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import type { OfflineAct, OfflineAction } from '@yanshu/contracts'
import { build } from 'esbuild'
import { createTransport } from 'nodemailer'
import { apiWith, openSession } from '../support/api.ts'
import { chance } from '../support/chance.ts'
import { portOf, THIS_WORKER } from '../support/ports.ts'
import type { QueueStage } from './queueStage.ts'

const USER = 'zhu.zhe'
const MAIL = `${USER}@yanshu.test`
/** Queues, and in how many lives at most each dies before it is settled. */
const QUEUES = 200
const DEATHS = 3
/** One of so many queues has a letter. */
const LETTER_EVERY = 5

/** The stage as one script. */
async function stageScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./queueStage.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'iife',
    minify: true,
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  })
  return outputFiles[0]?.text ?? ''
}

interface Mail {
  readonly mailId: number
  mailboxId: number
  color: number
  seen: boolean
}

test('queues that are killed at random points are settled whole, and nothing of them is done twice', async ({
  page,
  baseURL,
}) => {
  const seed = Number(process.env.YANSHU_SEED ?? Date.now() % 1_000_000)
  console.log(`offline queues: YANSHU_SEED=${seed}`)
  const transport = createTransport(process.env.YANSHU_SMTP_URL ?? `smtp://localhost:${portOf(THIS_WORKER) + 1}`)
  for (let n = 0; n < 6; n++)
    await transport.sendMail({ from: 'a@b.example', to: MAIL, subject: `队列 ${seed} ${n}`, text: '.' })
  transport.close()
  const session = await openSession(baseURL ?? '', USER)
  const api = apiWith(baseURL ?? '', USER, session.accessToken)
  const { folderId: projects } = await api.post('mail/main/folder/save', { folderName: `队列${seed}` })
  const folders = [(await api.folder('inbox')).folderId, projects]
  const trash = (await api.folder('trash')).folderId
  const mails: Mail[] = (await api.inbox())
    .filter(({ subject }) => subject.startsWith(`队列 ${seed}`))
    .map(({ mailId, mailboxId, color, seen }) => ({ mailId, mailboxId, color, seen }))
  expect(mails).toHaveLength(6)
  const stateOf = async ({ mailId }: Mail): Promise<Mail> => {
    const { mailboxId, color, seen } = await api.post('mail/email/detail', { mailId })
    return { mailId, mailboxId, color, seen }
  }

  await page.route('**/stage/queue.html', (route) => route.fulfill({ contentType: 'text/html', body: '<html></html>' }))
  await page.goto('/stage/queue.html')
  // While a route stands, each call of the page passes through this process.
  await page.unroute('**/stage/queue.html')
  const { accessToken, refreshToken, userMail } = session
  await page.evaluate(
    ({ script, tokens }) => {
      Reflect.set(window, 'stageScript', script)
      Object.assign(localStorage, tokens)
    },
    { script: await stageScript(), tokens: { accessToken, refreshToken, userMail } },
  )

  /**
   * One life in a frame of its own: queues what it is given, settles, and dies at a point where one is named. An empty
   * frame has the origin of the page, and nothing is fetched for it.
   */
  const live = (life: { actions: unknown; letter: unknown; point: number }) =>
    page.evaluate(async ({ actions, letter, point }) => {
      const frame = document.createElement('iframe')
      document.body.append(frame)
      const code = document.createElement('script')
      code.text = Reflect.get(window, 'stageScript')
      frame.contentDocument?.head.append(code)
      const stage: QueueStage = Reflect.get(frame.contentWindow ?? {}, 'stage')
      if (actions) await stage.queue(actions as Parameters<QueueStage['queue']>[0], letter as never)
      const died = new Promise<'died'>((done) => {
        if (point > 0) stage.dieAt(point, () => done('died'))
      })
      const end = await Promise.race([died, stage.settle().then(stage.left)])
      frame.remove()
      return end
    }, life)

  const sent: string[] = []
  let deaths = 0
  for (let queue = 0; queue < QUEUES; queue++) {
    const below = chance(seed + queue)
    const chosen = [...new Set([below(6), below(6), below(6)])].flatMap((at) => mails[at] ?? [])
    const homes = new Map<number, number>()
    const first = new Map(chosen.map(({ mailId, color }) => [mailId, color]))
    const actions: OfflineAction[] = []
    const add = (mail: Mail, act: OfflineAct, mailboxId: number) =>
      actions.push({ key: crypto.randomUUID(), act, mails: [{ mailId: mail.mailId, mailboxId }] })
    for (let n = 1 + below(6); n > 0; n--) {
      const mail = chosen[below(chosen.length)]
      if (!mail) continue
      const from = mail.mailboxId
      switch (below(4)) {
        case 0:
          mail.seen = below(2) === 1
          add(mail, { kind: 'seen', seen: mail.seen }, from)
          break
        case 1:
          mail.color = below(6)
          add(mail, { kind: 'star', color: mail.color }, from)
          break
        case 2: {
          const target = folders[below(2)] ?? 0
          mail.mailboxId = target
          add(mail, { kind: 'move', folderId: target }, from)
          break
        }
        default:
          if (from === trash) {
            mail.mailboxId = homes.get(mail.mailId) ?? folders[0] ?? 0
            add(mail, { kind: 'move', folderId: mail.mailboxId }, from)
          } else {
            homes.set(mail.mailId, from)
            mail.mailboxId = trash
            add(mail, { kind: 'bin' }, from)
          }
      }
    }
    const [last] = chosen
    if (!last) continue
    // By a colour that it did not have before it is seen from outside whether the queue has been settled.
    last.color = 1 + ((first.get(last.mailId) ?? 0) % 5)
    add(last, { kind: 'star', color: last.color }, last.mailboxId)
    const letter = queue % LETTER_EVERY === 0 ? { subject: `队列信 ${seed} ${queue}`, to: MAIL } : null
    if (letter) sent.push(letter.subject)

    let life = await live({ actions, letter, point: 1 + below(12) })
    for (let death = 1; death < DEATHS && life === 'died'; death++) {
      deaths += 1
      const before = await stateOf(last)
      // Another device goes on from there: what is sent again must not be done again.
      if (before.color === last.color && before.mailboxId === last.mailboxId && last.color < 7) {
        last.color = last.color === 6 ? 7 : 6
        await api.post('mail/email/color/update', { mailIds: [last.mailId], color: last.color })
      }
      life = await live({ actions: null, letter: null, point: 1 + below(12) })
    }
    if (life === 'died') life = await live({ actions: null, letter: null, point: 0 })
    const said = `seed ${seed}, queue ${queue}`
    expect(life, said).toEqual({ actions: 0, letters: 0, conflicts: 0 })
    for (const mail of chosen) expect(await stateOf(mail), said).toEqual(mail)
  }
  expect(deaths).toBeGreaterThan(QUEUES / 10)
  const out = await api.get('mail/email/mailbox/list', { role: 'sent', pageSize: 200 })
  const subjects = out.list.map(({ subject }) => subject).filter((subject) => subject.startsWith(`队列信 ${seed} `))
  expect(subjects.toSorted()).toEqual(sent.toSorted())
  const drafts = await api.get('mail/email/mailbox/list', { role: 'drafts', pageSize: 200 })
  expect(drafts.list.filter(({ subject }) => subject.startsWith(`队列信 ${seed} `))).toEqual([])
})
