import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readContacts } from './format/contactTask.ts'
import { personIn, propertiesOf, readCards } from './format/readCards.ts'
import { writeCard } from './format/writeCard.ts'

const FOLDER = path.join(import.meta.dirname, 'fixtures')
const bytesOf = (file: string) => readFileSync(path.join(FOLDER, file))

interface Expected {
  readonly charset?: string
  readonly problems?: string[]
  /** Each person in words: what differs from nothing. */
  readonly people: object[]
}

/** What is known of a person, without what is empty. */
const inWords = ({ fields, groups, photo }: ReturnType<typeof readContacts>['people'][number]) => ({
  ...Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
      if (Array.isArray(value))
        return value.length === 0 ? [] : [[name, value.map((one) => `${one.kind} ${one.value}`)]]
      return value === '' || value === false ? [] : [[name, value]]
    }),
  ),
  ...(groups.length > 0 ? { groups } : {}),
  ...(photo ? { photo: true } : {}),
})

const mobile = (name: string, phone: string) => ({ name, phones: [`mobile ${phone}`] })
const mail = (name: string, address: string) => ({ name, emails: [`other ${address}`] })
const number = (name: string, phone: string) => ({ name, phones: [`other ${phone}`] })

// biome-ignore format: a table
const FILES: Readonly<Record<string, Expected>> = {
  '21-plain.vcf': { people: [{ ...mobile('John Smith', '+1 555 010 0100'), emails: ['other john@partner.example'] }] },
  '21-qp-utf8.vcf': { people: [{ ...mobile('张伟', '13800001111'), organization: '雁书科技 / 研发部' }] },
  '21-qp-gbk.vcf': { people: [{ name: '李娜', phones: ['work 010-65551234'] }] },
  '21-qp-soft.vcf': { people: [{ name: '欧阳锋', note: '第一行\n第二行', phones: ['home 02112345678'] }] },
  '21-raw-gbk.vcf': { charset: 'gb18030', people: [{ ...mobile('王小明', '13911112222'), addresses: ['home 中国 北京 中关村大街 1 号 100080'] }] },
  '21-raw-gbk-named.vcf': { charset: 'gb18030', people: [mobile('㛃某', '13911113333')] },
  '21-big5.vcf': { people: [mobile('陳大文', '+852 9123 4567')] },
  '21-photo.vcf': { people: [{ ...mobile('Paula Photo', '13700000001'), emails: ['home paula@home.example'], photo: true }] },
  '21-photo-bare.vcf': { people: [{ ...mobile('Peter Photo', '13700000002'), photo: true }] },
  '21-group.vcf': { people: [{ name: 'Gina Group', phones: ['mobile 13700000003', 'home 13700000004'] }] },
  '21-semicolon.vcf': { people: [{ name: 'Jane Doe;Roe', organization: 'A;B Ltd. / R, D', phones: ['work 5550100'] }] },
  '21-lf.vcf': { people: [mobile('Ulla Unix', '13700000005')] },
  '21-cr.vcf': { people: [mobile('Mia Mac', '13700000006')] },
  '21-nokia-many.vcf': { people: [mobile('妈妈', '13600000001'), mobile('爸爸', '13600000002'), mobile('10086 客服', '10086')] },
  '21-bday.vcf': { people: [{ ...mobile('Dora Day', '13700000007'), birthday: '1985-07-14' }] },
  '21-agent.vcf': { people: [mobile('Bea Boss', '13700000008')] },
  '30-apple.vcf': { people: [{
    ...mobile('张伟', '+86 138-0000-2222'), organization: '雁书科技 / 研发部', duties: '工程师', birthday: '--05-01',
    emails: ['work zhang.wei@partner.example'], addresses: ['home 中国 上海 人民路 1 号 200000'],
  }] },
  '30-google.vcf': { people: [{
    ...mobile('Anna Müller', '+49 170 1234567'), emails: ['home anna@home.example', 'work anna@work.example'],
    birthday: '1990-05-01', groups: ['myContacts'],
  }] },
  '30-fold.vcf': { people: [{ ...number('长名字', '13500000001'), note: '这一行很长很长很长很长很长很长很长很长很长\n第二行, 带逗号' }] },
  '30-fold-bytes.vcf': { charset: 'utf-8', people: [{ ...number('折断', '13500000002'), note: '在字的中间折行' }] },
  '30-gbk.vcf': { charset: 'gb18030', people: [{ name: '钱多多', emails: ['work qian@partner.example'] }] },
  '30-bom.vcf': { people: [mail('有标记', 'bom@partner.example')] },
  '30-utf16.vcf': { charset: 'utf-16le', people: [mail('宽字符', 'wide@partner.example')] },
  '30-types-bare.vcf': { people: [{ ...mobile('旧习惯', '13500000003'), emails: ['home old@home.example'] }] },
  '30-qp.vcf': { people: [mobile('混合', '13500000004')] },
  '30-no-fn.vcf': { people: [{ name: 'Marie Curie', phones: ['work 5550111'] }] },
  '30-company.vcf': { people: [{ name: '街角咖啡', organization: '街角咖啡', phones: ['work 021-66668888'] }] },
  '30-phone-only.vcf': { people: [number('95588', '95588')] },
  '30-nobody.vcf': { problems: ['2 nobody'], people: [mail('好人', 'good@partner.example'), mail('也好', 'also@partner.example')] },
  '30-bad-lines.vcf': { problems: ['1 no-address', '1 no-phone'], people: [mail('坏行', 'fine@partner.example')] },
  '30-cut-off.vcf': { people: [number('被截断', '13500000005')] },
  '30-photo.vcf': { people: [{ ...number('有照片', '13500000006'), photo: true }] },
  '30-photo-url.vcf': { people: [number('外链照片', '13500000007')] },
  '30-lunar.vcf': { people: [{ ...number('农历', '13500000008'), birthday: '1960-08-15', birthdayLunar: true }] },
  '30-group-list.vcf': { people: [mail('真人', 'real@partner.example')] },
  '30-twins.vcf': { problems: ['2 combined'], people: [mail('重复', 'twin@partner.example'), mail('重复', 'other@partner.example')] },
  '30-many-values.vcf': { problems: ['1 too-many'], people: [{ name: '很多', emails: Array.from({ length: 10 }, (_, at) => `other m${at}@partner.example`) }] },
  '30-long.vcf': { problems: ['1 too-long'], people: [mail('长'.repeat(100), 'long@partner.example')] },
  '40-plain.vcf': { people: [{
    ...mobile('赵云', '+86-139-0000-3333'), emails: ['work zhao@partner.example', 'home zhao@home.example'],
    birthday: '--05-01', groups: ['同学', '足球'],
  }] },
  '40-photo.vcf': { people: [{ ...number('新照片', '13400000001'), photo: true }] },
  '40-date.vcf': { people: [{ ...mail('某日', 'd@partner.example'), birthday: '1960-08-15' }] },
  '40-structured.vcf': { people: [{
    ...mail('Dr. Ada Lovelace', 'ada@partner.example'), organization: 'Analytical, Ltd / Engines', duties: 'Mathematician',
    addresses: ['work 1 St James Sq, London, SW1Y 4LE, UK'],
  }] },
  'csv-outlook-zh-gbk.csv': { charset: 'gb18030', people: [{
    name: '张伟', organization: '雁书科技 / 研发部', duties: '工程师', emails: ['work zw@partner.example'],
    phones: ['mobile 13800003333', 'work 010-65551234'], note: '老同学', birthday: '1990-05-01', groups: ['同学', '客户'],
  }] },
  'csv-outlook-en.csv': { charset: 'windows-1252', people: [{
    name: 'Anna Müller', organization: 'Partner GmbH', duties: 'CTO', emails: ['work anna@partner.example', 'other anna2@partner.example'],
    phones: ['mobile +49 170 1', 'work 030 555'], addresses: ['work Hauptstr. 1, Berlin'], note: 'a "quoted", note', groups: ['Friends'],
  }] },
  'csv-foxmail.csv': { people: [{
    ...mobile('李娜', '13900004444'), emails: ['work ln@partner.example'], organization: '雁书', duties: '设计师', note: '第一行\n第二行',
  }] },
  'csv-wps-tab.csv': { charset: 'gb18030', people: [{ ...mobile('王芳', '13700005555'), emails: ['work wf@partner.example'] }, mobile('赵六', '13700006666')] },
  'csv-google-old.csv': { people: [{
    name: 'Bob Li', emails: ['work bob@work.example', 'home bob@home.example'], organization: 'Acme', duties: 'Lead',
    phones: ['mobile +1 555 010 0200', 'mobile +1 555 010 0201'], groups: ['Team'],
  }] },
  'csv-google-new.csv': { people: [{
    name: '周丽', nickname: '丽丽', organization: 'Acme', duties: 'PM', birthday: '1991-02-03', note: 'n',
    emails: ['home zl@home.example'], phones: ['work 021-55550000'], addresses: ['home 上海市 南京路 1 号'],
  }] },
  'csv-apple.csv': { people: [{ ...mobile('Tim Stone', '5550123'), emails: ['work tim@partner.example'], organization: 'Fruit', addresses: ['work 1 Loop'] }] },
  'csv-headless.csv': { people: [{ ...mobile('孙七', '13600007777'), emails: ['work sq@partner.example'] }, { ...mobile('周八', '13600008888'), emails: ['work zb@partner.example'] }] },
  'csv-semicolon.csv': { people: [{ name: 'Semi Colon', emails: ['work semi@partner.example'] }] },
  'csv-bad-rows.csv': { problems: ['3 no-address'], people: [
    { ...mobile('好行', '13600009999'), emails: ['work ok@partner.example'] }, mobile('坏邮箱', '13600001234'), { emails: ['work only@partner.example'] },
  ] },
  'csv-formula.csv': { people: [{ ...mobile("=cmd|' /C calc'!A0", '+86 13600002345'), emails: ['work f@partner.example'] }] },
  'csv-lines.csv': { people: [{ name: '多行 姓名', emails: ['work l@partner.example'], note: 'a\nb' }] },
  'csv-outlook-titles.csv': { people: [{ name: 'Anna Müller', duties: 'CTO', emails: ['work anna@partner.example'] }] },
  'csv-several.csv': { people: [
    { name: '孙丽', emails: ['work sun.li@partner.example', 'work sun@home.example'], phones: ['mobile 13800000001', 'mobile 13800000002'] },
    { ...mobile('周平', '13800000003'), emails: ['work zhou@partner.example', 'work zhou@home.example'] },
  ] },
  'csv-excel.csv': { people: [
    { ...mobile('孙丽', '13800000001'), emails: ['work sun.li@partner.example'] },
    { ...mobile('周平', '13800000002'), emails: ['work zhou@partner.example'] },
  ] },
  'csv-lines-above.csv': { people: [{ ...mobile('孙丽', '13800000001'), emails: ['work sun.li@partner.example'] }] },
  '30-unseen.vcf': { people: [{ name: '孙丽', organization: '雁书科技', duties: '总监', emails: ['other sun.li@partner.example'] }] },
  '30-escapes.vcf': { people: [{ name: '孙丽; 总部', duties: '总监; 采购', note: 'a;b, c\nd', emails: ['other sun.li@partner.example'] }] },
  '30-labels.vcf': { people: [{
    name: '孙丽', emails: ['other sun.li@partner.example'], phones: ['other +86 21 5555 0000'], groups: ['供应商', '华东'],
  }] },
  'not-contacts.csv': { problems: ['2 nobody'], people: [] },
}

describe('files of contacts', () => {
  test.each(Object.entries(FILES))('%s is read as it is meant', (file, { charset, problems = [], people }) => {
    const read = readContacts({ bytes: bytesOf(file) })
    expect(read.people.map(inWords)).toEqual(people)
    expect(read.problems.map(({ row, reason }) => `${row} ${reason}`)).toEqual(problems)
    if (charset) expect(read.charset).toBe(charset)
  })

  test('every file of the folder is expected somewhere, and a picture is no file of contacts', () => {
    expect(readdirSync(FOLDER).sort()).toEqual([...Object.keys(FILES), 'not-contacts.png'].sort())
    expect(() => readContacts({ bytes: bytesOf('not-contacts.png') })).toThrow()
  })

  const cards = Object.keys(FILES).filter((file) => file.endsWith('.vcf'))
  test.each(cards.flatMap((file) => (['3.0', '4.0'] as const).map((version) => [file, version] as const)))(
    '%s comes back from a card of version %s with everything that is known',
    (file, version) => {
      const { people } = readContacts({ bytes: bytesOf(file) })
      const text = people
        .map((one) =>
          writeCard({ ...one, photo: one.photo && { ...one.photo, type: 'image/png' }, changedAt: 1 }, version),
        )
        .join('')
      expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 76)).toBe(true)
      const back = readContacts({ bytes: Buffer.from(text) })
      // What is no address and no number stays in the card, and is written again.
      const kept = FILES[file]?.problems?.filter((problem) => /no-(?:address|phone)$/.test(problem)) ?? []
      expect(back.problems.map(({ row, reason }) => `${row} ${reason}`)).toEqual(kept)
      expect(back.people.map(inWords)).toEqual(people.map(inWords))
      expect(back.people.map(({ uid }) => uid)).toEqual(people.map(({ uid }) => uid))
    },
  )

  test('what has no field here goes back as it came; what was changed here is written anew', () => {
    const [one] = readCards(bytesOf('30-apple.vcf')).people
    if (!one) throw new Error('nobody was read')
    const changed = { ...one, photo: null, changedAt: 0, fields: { ...one.fields, duties: '架构师' } }
    const text = writeCard(changed, '3.0')
    expect(text).toContain('X-SOCIALPROFILE;TYPE=WEIBO:http://weibo.example/zw')
    expect(text).toContain('ITEM1.ADR;TYPE=HOME,PREF:;;人民路 1 号;上海;;200000;中国')
    expect(text).toContain('TITLE:架构师')
    expect(text).not.toContain('工程师')
  })

  test('a label stays with its address when that is changed, and goes with its number; keys and years stay', () => {
    const [one] = readCards(bytesOf('30-labels.vcf')).people
    if (!one) throw new Error('nobody was read')
    const fields = { ...one.fields, emails: [{ kind: 'other' as const, value: 'sun@partner.example' }], phones: [] }
    const text = writeCard({ ...one, fields, photo: null, changedAt: 0 }, '3.0')
    expect(text).toContain('ITEM1.EMAIL;TYPE=INTERNET:sun@partner.example')
    expect(text).toContain('ITEM1.X-ABLABEL:采购专线')
    expect(text).not.toContain('ITEM2')
    expect(text).toContain('BDAY;VALUE=DATE:1985')
    expect(text).toContain('KEY;ENCODING=b;TYPE=PGP:LS0tLS1CRUdJTg==')
    expect(text).toContain('LOGO;VALUE=URI:https://partner.example/logo.png')
    expect(text).toContain('CATEGORIES:供应商,华东')
    expect(writeCard({ ...one, photo: null, changedAt: 0 }, '4.0')).toContain(
      'KEY;TYPE=pgp:data:;base64,LS0tLS1CRUdJTg==',
    )
  })

  test('nothing in a name or a note begins a line of its own', () => {
    const [one] = readCards(bytesOf('30-apple.vcf')).people
    if (!one) throw new Error('nobody was read')
    const hostile = { ...one.fields, name: '坏\r\nBCC:evil', note: 'a\r\nEND:VCARD\nBEGIN:VCARD' }
    const text = writeCard({ ...one, fields: hostile, card: [], photo: null, changedAt: 0 }, '3.0')
    expect(text.match(/^(?:BEGIN|END|BCC)\b.*$/gm)).toEqual(['BEGIN:VCARD', 'END:VCARD'])
  })

  test('a card of a hundred thousand lines, and cards inside of each other, are read within their bounds', () => {
    const lines = Array.from({ length: 100_000 }, (_, at) => `X-${at}:${at}`)
    const long = ['BEGIN:VCARD', 'VERSION:3.0', 'FN:多', 'EMAIL:a@partner.example', ...lines, 'END:VCARD'].join('\r\n')
    const [one] = readContacts({ bytes: Buffer.from(long) }).people
    expect(JSON.stringify(one?.card).length).toBeLessThan(33_000)
    const nested = 'BEGIN:VCARD\r\n'.repeat(100_000)
    expect(readContacts({ bytes: Buffer.from(nested) }).people).toEqual([])
    expect(personIn(propertiesOf(['FN:x'], false)).name).toBe('x')
  })
})
