import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { splitCards } from '../contacts/format/cardLines.ts'

const SEED = 20_261_127

let server: TestServer
let zhang: TestClient
let code: string
beforeAll(async () => {
  server = await startTestServer({ engine: 'sqlite', still: true })
  zhang = await server.as(await server.addUser('zhang.wei', { name: '张伟' }))
  code = (await zhang.get('user/client/generatePassword', { name: 'phone', scopes: 'carddav' })).code
})
afterAll(() => server.stop())

const call = (method: string, uid: string, body?: string) =>
  fetch(`${server.url}/dav/addressbooks/zhang.wei%40yanshu.test/contacts/${uid}.vcf`, {
    method,
    headers: { authorization: `Basic ${Buffer.from(`zhang.wei@yanshu.test:${code}`).toString('base64')}` },
    ...(body === undefined ? {} : { body }),
  })

/** Who wrote the card, and when: written anew each time. */
const ANEW = /^(?:BEGIN|END|VERSION|PRODID|REV)\b/i

/** The lines of a card in one order, names, parameters and types in capitals and in one order too. */
const propertiesOfCard = (card: string): string[] =>
  (splitCards(Buffer.from(card), 'utf-8').cards[0]?.lines ?? [])
    .filter((line) => !ANEW.test(line))
    .map((line) => {
      const [, name = '', value = ''] = /^((?:"[^"]*"|[^":])*):([\s\S]*)$/.exec(line) ?? []
      const [property = '', ...parameters] = name.match(/(?:"[^"]*"|[^";])+/g) ?? []
      const types = parameters
        // The type that a date has anyway (RFC 2426 §3.1.5).
        .filter((one) => !/^value=date$/i.test(one))
        .flatMap((one) => {
          const [key = '', list = ''] = one.split(/=([\s\S]*)/)
          if (!/^type$/i.test(key)) return [`${key}=${list}`.toUpperCase()]
          return list.split(',').map((type) => `TYPE=${type.toUpperCase()}`)
        })
        .toSorted()
      // A day has the same meaning with and without its hyphens.
      const written = /^bday$/i.test(property) ? value.replaceAll('-', '') : value
      return `${[property.toUpperCase(), ...types].join(';')}:${written}`
    })
    .toSorted()

const some = (...lines: string[]) => fc.subarray(lines)

/** Cards as phones and desktops write them. */
const card = fc.record({
  name: fc.constantFrom(
    ['N:王;海;;;', 'FN:王海'],
    ["N:O'Brien;Anna;Marie;Dr.;PhD", "FN:Dr. Anna Marie O'Brien\\, PhD"],
    ['N:;;;;', 'FN:前台', 'X-ABShowAs:COMPANY', 'ORG:远山公司;'],
  ),
  mails: some(
    'EMAIL;TYPE=INTERNET,WORK:a@partner.example',
    'item1.EMAIL;TYPE=INTERNET:b@partner.example\r\nitem1.X-ABLabel:助理',
    'EMAIL;TYPE=INTERNET,HOME,PREF:c@partner.example',
  ),
  phones: some(
    'TEL;TYPE=CELL,VOICE:138 0013 8000',
    'TEL;TYPE=WORK,FAX:+86 21 5555 0000',
    'TEL;TYPE=HOME:*100#',
    'item2.TEL:021-55550001\r\nitem2.X-ABLabel:_$!<Main>!$_',
  ),
  places: some(
    'ADR;TYPE=WORK:;;徐汇区 1 号\\, 3 楼;上海;;200030;中国',
    'item3.ADR;TYPE=HOME:;;Main St 1;Springfield;IL;62701;USA\r\nitem3.X-ABADR:us',
  ),
  days: fc.constantFrom([], ['BDAY:1985-04-01'], ['BDAY;X-APPLE-OMIT-YEAR=1604:1604-04-01'], ['BDAY:1985']),
  more: some(
    'NICKNAME:小海',
    'TITLE:经理',
    'ROLE:采购',
    'NOTE:第一行\\n第二行\\, 再来',
    'URL;TYPE=WORK:https://wiki.example/a?b=1,2',
    'IMPP;X-SERVICE-TYPE=WeChat;TYPE=HOME:x-apple:wanghai',
    'X-SOCIALPROFILE;TYPE=weibo:https://weibo.example/u/1',
    'item4.X-ABDATE;TYPE=PREF:2010-05-01\r\nitem4.X-ABLabel:_$!<Anniversary>!$_',
    'item5.X-ABRELATEDNAMES:李娜\r\nitem5.X-ABLabel:配偶',
    'KEY;ENCODING=b;TYPE=PGP:bm8ga2V5',
    'GEO:31.2;121.4',
    'TZ:+08:00',
    'X-PHONETIC-LAST-NAME:wang',
    'X-ABUID:0001:ABPerson',
    'SOUND;VALUE=uri:https://partner.example/wang.ogg',
    'CATEGORIES:客户,重点',
  ),
})

test('what a program puts of a person it gets back, also after one field was changed on the page', async () => {
  for (const [at, { name, mails, phones, places, days, more }] of fc
    .sample(card, { numRuns: 60, seed: SEED })
    .entries()) {
    const uid = `round-${at}`
    const put = ['BEGIN:VCARD', 'VERSION:3.0', ...name, ...mails, ...phones, ...places, ...days, ...more, `UID:${uid}`]
    const text = [...put, 'END:VCARD', ''].join('\r\n')
    expect((await call('PUT', uid, text)).status, text).toBe(201)
    expect(propertiesOfCard(await (await call('GET', uid)).text()), text).toEqual(propertiesOfCard(text))

    const { id } = await server.context.store.db
      .selectFrom('contact')
      .select('id')
      .where('uid', '=', uid)
      .executeTakeFirstOrThrow()
    const { photo, ...contact } = await zhang.get('contact/detail', { contactId: id })
    await zhang.post('contact/save', { ...contact, nickname: '改了' })
    const wanted = [...put.filter((line) => !line.startsWith('NICKNAME')), 'NICKNAME:改了', 'END:VCARD', ''].join(
      '\r\n',
    )
    expect(propertiesOfCard(await (await call('GET', uid)).text()), text).toEqual(propertiesOfCard(wanted))
  }
})
