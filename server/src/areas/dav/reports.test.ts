import { expect, test } from 'vitest'
import type { DavCaller, DavCollection, DavService } from '../../platform/dav/davService.ts'
import { dav, parseXml } from '../../platform/dav/xml.ts'
import { reportOn } from './reports.ts'

const NONE = { ns: 'x', name: 'x' }
const COUNT = 4_500
const caller: DavCaller = {
  accountId: 1,
  personId: 1,
  openFolders: 'none',
  address: 'zhang.wei@yanshu.test',
  origin: 'https://mail.example',
  scopes: new Set(['caldav']),
  via: 'code',
  codeId: 1,
}

/** A collection of many members, each with a number of its own. */
const collection: DavCollection = {
  name: 'many',
  displayName: 'many',
  kind: NONE,
  writable: true,
  contentType: 'text/plain',
  data: NONE,
  query: NONE,
  multiget: NONE,
  properties: [],
  maxSize: 1,
  token: async () => COUNT,
  async *members() {},
  async *find() {},
  read: async () => [],
  changes: async (since, limit) => {
    const last = Math.min(since + limit, COUNT)
    const changed = Array.from({ length: last - since }, (_, at) => {
      const seq = since + at + 1
      return { name: `${seq}.ics`, etag: `"${seq}"`, modifiedAt: seq }
    })
    return { changed, removed: [], token: last, more: last < COUNT }
  },
  write: async () => ({ isNew: true }),
  remove: async () => {},
}
const service: DavService = {
  name: 'calendars',
  wellKnown: 'caldav',
  feature: 'calendar-access',
  home: dav('home'),
  scope: 'caldav',
  collections: async () => [collection],
}

const synced = async (limit = '') => {
  const body = `<D:sync-collection xmlns:D="DAV:"><D:sync-token/>${limit}<D:prop><D:getetag/></D:prop></D:sync-collection>`
  let text = ''
  for await (const part of await reportOn({ kind: 'collection', service, collection }, caller, parseXml(body)))
    text += part
  return {
    members: text.match(/\.ics</g)?.length ?? 0,
    cut: text.includes('507 Insufficient'),
    token: /sync:(\d+)</.exec(text)?.[1],
  }
}

test('a client that names no limit gets everything in one answer; one that does gets a part, and asks again', async () => {
  expect(await synced()).toEqual({ members: COUNT, cut: false, token: `${COUNT}` })
  expect(await synced('<D:limit><D:nresults>10</D:nresults></D:limit>')).toEqual({
    members: 10,
    cut: true,
    token: '10',
  })
})
