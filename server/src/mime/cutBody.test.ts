import { BODY_SHOWN_MAX } from '@yanshu/contracts'
import { describe, expect, test } from 'vitest'
import { cutBody } from './cutBody.ts'

describe('what is kept of an enormous body', () => {
  test('given exactly the limit, then nothing is cut', () => {
    const body = { html: 'x'.repeat(BODY_SHOWN_MAX), text: '雁'.repeat(Math.floor(BODY_SHOWN_MAX / 3)) }
    expect(cutBody(body)).toEqual({ ...body, truncated: false })
  })

  test('given one byte more, then whole characters are left, and the other kind stays whole', () => {
    const cut = cutBody({ html: `${'x'.repeat(BODY_SHOWN_MAX - 3)}𠮷x`, text: '短' })
    expect(cut).toEqual({ html: 'x'.repeat(BODY_SHOWN_MAX - 3), text: '短', truncated: true })
    const han = cutBody({ html: null, text: '雁'.repeat(BODY_SHOWN_MAX) })
    expect(han).toEqual({ html: null, text: '雁'.repeat(Math.floor(BODY_SHOWN_MAX / 3)), truncated: true })
  })
})
