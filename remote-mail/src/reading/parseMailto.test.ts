import { describe, expect, it } from 'vitest'
import { parseMailto } from './parseMailto.ts'

const addresses = (url: string) => parseMailto(url).to.map((one) => one.address)

describe('parseMailto', () => {
  it('takes one or several recipients', () => {
    expect(addresses('mailto:li.na@yanshu.test')).toEqual(['li.na@yanshu.test'])
    expect(addresses('MAILTO:a@b.cn,c@d.cn?to=e@f.cn')).toEqual(['a@b.cn', 'c@d.cn', 'e@f.cn'])
  })
  it('takes the subject, and a plus as it is', () => {
    expect(parseMailto('mailto:a+news@b.cn?subject=1%2B1%E6%98%AF')).toEqual({
      to: [{ name: '', address: 'a+news@b.cn' }],
      subject: '1+1是',
    })
    expect(parseMailto('mailto:a@b.cn?subject=1+1').subject).toBe('1+1')
  })
  it('leaves out what is no address', () => {
    expect(addresses('mailto:nobody,%zz,a@b.cn')).toEqual(['a@b.cn'])
  })
})
