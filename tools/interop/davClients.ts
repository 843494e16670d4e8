import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ApiClient } from '../bench/apiClient.ts'
import { run } from './foreignServers.ts'
import { runTaskClient } from './taskClient.ts'

type Step = <T>(title: string, work: () => T | Promise<T>) => Promise<T>

const DAY = 86_400_000
const HOUR = 3_600_000

/** Addresses of one kind, kept in files below a folder. */
const pair = (name: string, kind: 'carddav' | 'caldav', front: string, user: string, code: string): string => `
[pair ${name}]
a = "${name}_files"
b = "${name}_server"
collections = ["from b"]
conflict_resolution = "b wins"
metadata = ["displayname"]

[storage ${name}_files]
type = "filesystem"
path = "~/${name}/"
fileext = "${kind === 'caldav' ? '.ics' : '.vcf'}"

[storage ${name}_server]
type = "${kind}"
url = "${front}/"
username = "${user}"
password = "${code}"
`

const KHAL = `
[calendars]
[[all]]
path = ~/calendars/*
type = discover

[locale]
local_timezone = Asia/Shanghai
default_timezone = Asia/Shanghai
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
`

const KHARD = `
[addressbooks]
[[contacts]]
path = ~/contacts/contacts/

[general]
default_action = list
editor = /bin/true
merge_editor = /bin/true
`

/** The day of a moment in Shanghai: `2026-11-23`. */
const dayOf = (moment: number): string => new Date(moment + 8 * HOUR).toISOString().slice(0, 10)

/**
 * Debian's programs for addresses and calendars with the server: vdirsyncer carries both ways, khal and khard read and
 * write what it brought, and the pages' own calls see the same.
 */
export async function runDavClients(
  step: Step,
  {
    front,
    folder,
    person,
    now = Date.now(),
  }: {
    readonly front: string
    readonly folder: string
    readonly person: ApiClient
    readonly now?: number
  },
): Promise<void> {
  const home = path.join(folder, 'dav')
  for (const name of ['.config/vdirsyncer', '.config/khal', '.config/khard', 'contacts', 'calendars']) {
    mkdirSync(path.join(home, name), { recursive: true })
  }
  const { code } = await person.get('user/client/generatePassword', { name: 'vdirsyncer', scopes: 'carddav,caldav' })
  const user = person.address
  writeFileSync(
    path.join(home, '.config/vdirsyncer/config'),
    `[general]\nstatus_path = "~/status/"\n${pair('contacts', 'carddav', front, user, code)}${pair('calendars', 'caldav', front, user, code)}`,
  )
  writeFileSync(path.join(home, '.config/khal/config'), KHAL)
  writeFileSync(path.join(home, '.config/khard/khard.conf'), KHARD)
  const program = (name: string, parameters: readonly string[], input = '') =>
    run('env', [`HOME=${home}`, 'LC_ALL=C.UTF-8', 'TZ=Asia/Shanghai', `/usr/bin/${name}`, ...parameters], input)
  const sync = () => program('vdirsyncer', ['sync'])

  const start = Date.parse(`${dayOf(now + 2 * DAY)}T02:00Z`)
  const calendarId = (await person.get('calendar/list')).calendars[0]?.calendarId ?? 0
  const titles = async () => {
    const { instances } = await person.get('calendar/events', { from: start - DAY, to: start + 30 * DAY })
    return instances.map((one) => `${dayOf(one.start)} ${one.title}`)
  }
  const saved = await person.post('calendar/event/save', {
    event: {
      calendarId,
      title: '网页上的周会',
      place: '三楼',
      description: '',
      link: '',
      allDay: false,
      start,
      end: start + HOUR,
      zone: 'Asia/Shanghai',
      availability: 'busy',
      private: false,
      color: null,
      categories: [],
      reminders: [15],
      attendees: [],
      repeat: { kind: 'rule', rule: 'FREQ=WEEKLY;COUNT=2' },
    },
  })
  await person.post('contact/save', { name: '网页联系人', emails: [{ kind: 'work', value: 'page@partner.example' }] })
  const first = await step('vdirsyncer finds the address book and the calendar by itself', () => {
    program('vdirsyncer', ['discover'], 'y\n'.repeat(20))
    return sync()
  })
  assert.doesNotMatch(first, /error/i)
  await step('khal lists each time of a weekly event, khard the person', () => {
    const listed = program('khal', ['list', dayOf(start), '10d'])
    assert.equal(listed.match(/网页上的周会/g)?.length, 2, listed)
    assert.match(program('khard', ['email', '--parsable']), /page@partner\.example/)
  })
  await step('What khal and khard make is there on the pages', async () => {
    const at = [dayOf(start + DAY), '14:00', '15:00']
    program('khal', [
      'new',
      '-a',
      String(calendarId),
      '--repeat',
      'daily',
      ...['--until', dayOf(start + 4 * DAY)],
      ...at,
      '终端里的会',
    ])
    program('khard', ['new'], 'First name: 终端\nLast name: 人\nEmail:\n    work: cli@partner.example\n')
    sync()
    assert.deepEqual(
      (await titles()).filter((title) => title.endsWith('终端里的会')).map((title) => title.slice(0, 10)),
      [1, 2, 3].map((days) => dayOf(start + days * DAY)),
    )
    const { list } = await person.get('contact/list', { keyword: 'cli@partner' })
    assert.equal(list.length, 1)
  })
  await step('What changes or goes on the pages changes or goes there', async () => {
    const moved = await person.post('calendar/event/move', {
      ...{ eventId: saved.eventId, version: saved.version, at: start + 7 * DAY, scope: 'this' },
      ...{ start: start + 8 * DAY, end: start + 8 * DAY + HOUR },
    })
    sync()
    assert.match(program('khal', ['list', dayOf(start + 8 * DAY), '1d']), /网页上的周会/)
    assert.doesNotMatch(program('khal', ['list', dayOf(start + 7 * DAY), '1d']), /网页上的周会/)
    await person.post('calendar/event/delete', { eventId: moved.eventId, version: moved.version, scope: 'all' })
    const { list } = await person.get('contact/list', { keyword: '网页联系人' })
    await person.post('contact/delete', { contactIds: list.map(({ contactId }) => contactId) })
    sync()
    assert.doesNotMatch(program('khal', ['list', dayOf(start), '10d']), /网页上的周会/)
    assert.doesNotMatch(program('khard', ['email', '--parsable']), /page@partner\.example/)
  })
  await runTaskClient(step, { home, person, calendarId, program, sync })
  await step('A revoked code lets nobody in any more', async () => {
    const { codes } = await person.get('user/client/detail')
    for (const { codeId } of codes) await person.get('user/client/cancelPassword', { codeId })
    assert.throws(sync, /401|Unauthorized/)
  })
}
