import { expect, test } from 'vitest'
import { showInlinePictures } from '../../mime/draftPictures.ts'
import { outgoingHtml } from '../../mime/outgoingHtml.ts'
import { answerRecipients } from './answerRecipients.ts'
import { answeringSubject, bareSubject } from './subjects.ts'

test.each([
  ['Re: 周报', '周报'],
  ['回复：回复: Re: RE：周报', '周报'],
  ['答复：转发: Fwd: FW: 周报', '周报'],
  ['Re[2]: x', 'x'],
  ['回复(3)：x', 'x'],
  ['AW: WG: x', 'x'],
  ['Report: the numbers', 'Report: the numbers'],
  ['回复的问题', '回复的问题'],
  ['re', 're'],
])('given the subject "%s", then it is bare as "%s"', (subject, bare) => {
  expect(bareSubject(subject)).toBe(bare)
})

test('given an answer, then there is one prefix in the language of the writer, and never too much', () => {
  expect(answeringSubject('Re: 回复：x', 'reply', 'zh')).toBe('回复：x')
  expect(answeringSubject('回复：x', 'reply', 'en')).toBe('Re: x')
  expect(answeringSubject('回复：x', 'forward', 'zh')).toBe('转发：x')
  expect([...answeringSubject('𠮷'.repeat(200), 'forward', 'en')]).toHaveLength(100)
})

const person = (address: string) => ({ name: '', address })
const mail = {
  from: person('author@a.example'),
  replyTo: [],
  to: [person('me@yanshu.test'), person('other@a.example')],
  cc: [person('Me+lists@Yanshu.test'), person('cc@a.example'), person('AUTHOR@a.example')],
}
const addresses = ({ to, cc }: { to: { address: string }[]; cc: { address: string }[] }) => [
  to.map((one) => one.address),
  cc.map((one) => one.address),
]

test('given an answer to all, then it goes to everybody once but to oneself', () => {
  expect(addresses(answerRecipients(mail, ['me@yanshu.test'], true))).toEqual([
    ['author@a.example', 'other@a.example'],
    ['cc@a.example'],
  ])
})

test('given a Reply-To, then it counts before the author', () => {
  const listed = { ...mail, replyTo: [person('list@a.example')] }
  expect(addresses(answerRecipients(listed, ['me@yanshu.test'], false))).toEqual([['list@a.example'], []])
})

test('given a mail of my own, then the answer goes on to its recipients', () => {
  const own = { ...mail, from: person('me@yanshu.test'), to: [person('other@a.example')] }
  expect(addresses(answerRecipients(own, ['me@yanshu.test'], false))).toEqual([['other@a.example'], []])
})

test('given a mail from me to me, then the answer comes to me', () => {
  const own = { from: person('me@yanshu.test'), replyTo: [], to: [person('me@yanshu.test')], cc: [] }
  expect(addresses(answerRecipients(own, ['me@yanshu.test'], true))).toEqual([['me@yanshu.test'], []])
})

test.each([
  '<script>x</script>',
  '<scr<script>ipt>x</script>',
  '<img src=x onerror=x()>',
  '<a href="java\nscript:x()">x</a>',
  '<a href="data:text/html,<script>x</script>">x</a>',
  '<svg><script>x</script></svg>',
  '<math><mtext><style><img src onerror=x()></style>',
  '<meta http-equiv=refresh content="0;url=x">',
  '<base href="http://x/"><iframe srcdoc="<script>x</script>"></iframe><object data=x></object><embed src=x>',
  '<form action="http://x"><button formaction="javascript:x()">x</button></form>',
])('given %s, then nothing of it that runs is sent', (html) => {
  const { html: clean } = outgoingHtml(html, () => 'id')
  expect(clean).not.toMatch(
    /<(?:script|svg|math|meta|base|iframe|object|embed|form|button|style)|\son\w+=|javascript:|data:text/i,
  )
})

test('given text that was inserted as marked, then its words are sent and its mark is not', () => {
  const { html } = outgoingHtml('<div>看<data value="yanshu-inserted">工具<b>写</b>的</data></div>', () => 'id')
  expect(html).toBe('<div>看工具<b>写</b>的</div>')
})

test('given pictures by cid of a received mail, then they get addresses, escaped or not', () => {
  const html = '<img src="cid:a@b"><img src=cid:c%40d><td style="background:url(cid:a@b)"><img src="cid:unknown">'
  const shown = showInlinePictures(html, [
    { contentId: 'a@b', id: 'first' },
    { contentId: 'c@d', id: 'second' },
  ])
  expect(shown).toBe(
    '<img src="/api/file/showSendMailPicture/first"><img src=/api/file/showSendMailPicture/second><td style="background:url(/api/file/showSendMailPicture/first)"><img src="cid:unknown">',
  )
})
