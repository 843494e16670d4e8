import { describe, expect, it } from 'vitest'
import { prefillOfMailto } from './mailto.ts'

const addresses = (list: ReturnType<typeof prefillOfMailto>['to']) => list?.map(({ address }) => address)

describe('a letter from a mailto address', () => {
  it('takes the recipients of all fields, subject and text', () => {
    const prefill = prefillOfMailto(
      'mailto:li.na@yanshu.test,wang%40x.example?cc=a@b.cn&BCC=c@d.cn&To=e+f@g.cn&subject=%E4%BC%9A%E8%AE%AE%201+1&body=one%0D%0Atwo%20%3Cb%3E',
    )
    expect(addresses(prefill.to)).toEqual(['li.na@yanshu.test', 'wang@x.example', 'e+f@g.cn'])
    expect(addresses(prefill.cc)).toEqual(['a@b.cn'])
    expect(addresses(prefill.bcc)).toEqual(['c@d.cn'])
    expect(prefill.subject).toBe('会议 1+1')
    expect(prefill.html).toBe('<p>one</p><p>two &lt;b&gt;</p>')
  })

  it('leaves out what is no address, other fields, and line ends in the subject', () => {
    const prefill = prefillOfMailto('mailto:nobody?attach=/etc/passwd&in-reply-to=%3Cx%3E&subject=a%0D%0ABcc:%20x@y.cn')
    expect(prefill).toEqual({ to: [], cc: [], bcc: [], subject: 'a Bcc: x@y.cn' })
  })

  it('reads broken percent signs and other addresses as nothing worse than text', () => {
    expect(addresses(prefillOfMailto('mailto:a%ZZ@b.cn').to)).toEqual(['a%ZZ@b.cn'])
    expect(prefillOfMailto('javascript:alert(1)')).toEqual({ to: [], cc: [], bcc: [] })
  })
})
