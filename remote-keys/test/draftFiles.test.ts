// @vitest-environment happy-dom
import * as cms from '@yanshu/cms'
import { SEALED_FILE_TYPE } from '@yanshu/contracts'
import { expect, test } from 'vitest'
import type { Cms } from '../src/crypto/fetchCms.ts'
import { openFile, sealFile } from '../src/drafts/fileSeal.ts'
import { openContent } from '../src/reading/openContent.ts'
import { attachFiles } from '../src/writing/attachFiles.ts'
import { composedPart } from '../src/writing/composedPart.ts'
import { fillPictures } from '../src/writing/placePictures.ts'

const part = cms as unknown as Cms
const MIB = 1024 * 1024

const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer())
const isSame = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((byte, at) => byte === b[at])

test('given files of all lengths, then each opens by its own key alone, byte for byte, and the server is given neither name nor type', async () => {
  for (const size of [0, 1, MIB - 1, MIB, MIB + 1, 3 * MIB]) {
    const content = Uint8Array.from({ length: size }, (_, at) => at * 7)
    const { sealed, seal } = await sealFile(part, new File([content], '报价.txt', { type: 'text/plain' }))
    expect(sealed).toMatchObject({ name: seal.as, type: SEALED_FILE_TYPE })
    expect(seal.as).toMatch(/^[0-9a-f-]{36}\.sealed$/)
    expect(sealed.size).toBe(size + 16 * Math.max(1, Math.ceil(size / MIB)))
    expect(isSame(await bytesOf(await openFile(part, sealed, seal)), content)).toBe(true)
    const other = await sealFile(part, new Blob([content]))
    expect(other.seal.key).not.toBe(seal.key)
    await expect(openFile(part, sealed, other.seal)).rejects.toMatchObject({ code: 'not-decrypted' })
  }
})

test('given a file that the server has changed, cut off or put together in another order, then nothing of it opens', async () => {
  const { sealed, seal } = await sealFile(part, new Blob([new Uint8Array(3 * MIB)]))
  const bytes = await bytesOf(sealed)
  const piece = MIB + 16
  const pieceAt = (at: number) => bytes.slice(at * piece, (at + 1) * piece)
  const changed = bytes.slice()
  changed[2 * MIB] = (changed[2 * MIB] ?? 0) ^ 1
  const hostile = [
    [changed],
    [pieceAt(0), pieceAt(1)],
    [pieceAt(1), pieceAt(0), pieceAt(2)],
    [pieceAt(0), pieceAt(2)],
    [pieceAt(0), pieceAt(1), pieceAt(2), pieceAt(2)],
    [bytes.slice(0, -1)],
    [new Uint8Array(3)],
    [],
  ]
  for (const parts of hostile)
    await expect(openFile(part, new Blob(parts), seal)).rejects.toMatchObject({ code: 'not-decrypted' })
})

test('given what the server wrote and files that it cannot read, then one letter has both, and mail servers pass it on as it is', async () => {
  const mail = cms.fromText(
    [
      'From: <zhang.wei@yanshu.test>',
      'Subject: plan',
      'Content-Type: multipart/alternative;',
      ' boundary="b"',
      'MIME-Version: 1.0',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'plan',
      '--b--',
      '',
    ].join('\r\n'),
  )
  const names = [
    'plan.txt',
    '报价.txt',
    `${'很长的名字'.repeat(20)}.pdf`,
    'a"b\\c.txt',
    'x\r\nBcc: y.txt',
    'half \ud800.txt',
    '😀'.repeat(60),
  ]
  const files = names.map((name, at) => ({ name, contentType: 'text/plain', content: new Blob([`file ${at}`]) }))
  const odd = ['message/rfc822', 'multipart/mixed; boundary=x', 'text/plain\r\nBcc: y', ''].map((contentType) => ({
    ...{ name: 'odd.eml', contentType, content: new Blob(['From: <x>\r\n\r\n\u00e9']) },
  }))
  const made = await attachFiles(part, mail, [...files, ...odd])
  const text = new TextDecoder().decode(made)
  expect(text.startsWith('From: <zhang.wei@yanshu.test>\r\nSubject: plan\r\nMIME-Version: 1.0\r\n')).toBe(true)
  expect(/^bcc:/im.test(text)).toBe(false)
  expect(text.split('\r\n').every((line) => line.length <= 998 && /^[\t -~]*$/.test(line))).toBe(true)
  const opened = openContent(part, composedPart(made, '[...]'))
  expect(opened).toMatchObject({ subject: 'plan', texts: [{ text: 'plan' }] })
  expect(opened.files.slice(0, 3).map(({ name }) => name)).toEqual(names.slice(0, 3))
  expect(opened.files[3]?.name).toBe('a b c.txt')
  expect(opened.files[6]?.name).toBe(names[6])
  for (const [at, file] of opened.files.slice(0, 7).entries())
    expect(new TextDecoder().decode(file.bytes())).toBe(`file ${at}`)
  expect(opened.files.slice(7).map(({ type }) => type)).toEqual(odd.map(() => 'application/octet-stream'))
})

test('given a letter with marks in the places of its pictures, then each place has its picture, and what the server left out changes nothing', async () => {
  const marks = ['a', 'b', 'c'].map((sign) => sign.repeat(48))
  const picture = (mark: string, at: number) => [
    '--r',
    'Content-Type: image/png; name="image1.png"',
    `Content-Id: <p${at}>`,
    'Content-Transfer-Encoding: base64',
    '',
    mark,
  ]
  const mail = cms.fromText(
    [
      'From: <zhang.wei@yanshu.test>',
      'Content-Type: multipart/related; boundary="r"',
      '',
      '--r',
      'Content-Type: text/html',
      '',
      '<img src="cid:p0"><img src="cid:p1">',
      ...[marks[1], marks[0]].flatMap((mark, at) => picture(mark ?? '', at)),
      '--r--',
      '',
    ].join('\r\n'),
  )
  const long = Uint8Array.from({ length: 3_000 }, (_, at) => at * 7)
  const contents = [long, new Uint8Array([1]), new Uint8Array([2])]
  const filled = await fillPictures(
    part,
    mail,
    marks.map((mark, at) => ({ mark, content: new Blob([contents[at] ?? '']) })),
  )
  const opened = openContent(part, composedPart(filled))
  expect([...opened.pictures.keys()]).toEqual(['p0', 'p1'])
  expect(opened.pictures.get('p0')?.bytes()).toEqual(contents[1])
  expect(opened.pictures.get('p1')?.bytes()).toEqual(long)
  expect(await fillPictures(part, mail, [])).toBe(mail)
})
