import { describe, expect, test } from 'vitest'
import { parseXml, XmlRefusedError } from './xml.ts'

describe('the body of a DAV request', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => `a${at}="x"`).join(' ')

  test('given many attributes on one element, then it is refused before they are compared', () => {
    expect(() => parseXml(`<a ${many(100_000)}/>`)).toThrow(new XmlRefusedError('too many attributes'))
    expect(() => parseXml(`<a><b><c ${many(65)}/></b></a>`)).toThrow(XmlRefusedError)
    expect(Object.keys(parseXml(`<a ${many(64)}/>`).attributes)).toHaveLength(64)
  })

  test('given signs of attributes where there are none, then the body is read', () => {
    const signs = '='.repeat(500)
    const body = `<?xml version="1.0"?><!-- <a ${signs}> --><a b="${signs}>" c='${signs}"'>${signs}<![CDATA[<x ${signs}>]]></a>`
    expect(parseXml(body)).toMatchObject({ name: 'a', attributes: { b: `${signs}>`, c: `${signs}"` } })
    for (const cut of ['<a', '<a b="', '<!-- <a', '<![CDATA[', '<?xml', '<']) expect(() => parseXml(cut)).toThrow()
  })

  test('given attributes without values, quotes without an end and deep elements, then reading is linear or refused', () => {
    for (const body of [
      `<a ${'b '.repeat(500_000)}/>`,
      `<a ${'"'.repeat(1_000_001)}`,
      '<a>'.repeat(300_000),
      `<a>${'<b/>'.repeat(300_000)}</a>`,
      `<a>${'&amp;'.repeat(200_000)}`,
      `<a ${'xmlns:x="y" '.repeat(100_000)}/>`,
    ]) {
      expect(() => parseXml(body)).toThrow()
    }
  })
})
