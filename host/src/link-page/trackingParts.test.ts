import { expect, test } from 'vitest'
import { cleanLink } from './trackingParts.ts'

test.each([
  ['https://a.test/x?id=7&utm_source=mail&UTM_Medium=m', 'https://a.test/x?id=7', ['utm_source', 'UTM_Medium']],
  ['https://a.test/?fbclid=1&fbclid=2#part', 'https://a.test/#part', ['fbclid']],
  ['https://a.test/?q=a%20b+c&mc%5Feid=1', 'https://a.test/?q=a%20b+c', ['mc_eid']],
  ['https://a.test/?ref=news&source=1&id=%zz', 'https://a.test/?ref=news&source=1&id=%zz', []],
  ['https://a.test/?myutm_source=1&q=utm_source=2', 'https://a.test/?myutm_source=1&q=utm_source=2', []],
  ['https://a.test/path', 'https://a.test/path', []],
])('%s opens as %s', (sent, href, removed) => {
  expect(cleanLink(sent)).toEqual({ href, removed })
})
