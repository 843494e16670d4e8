import { expect, type Page, test } from '@playwright/test'
import { createTransport } from 'nodemailer'
import { deliver, openInbox, READER, rowOf, unique } from '../mail/mailing.ts'
import { type Api, apiOf } from '../support/api.ts'
import { violations } from '../support/axe.ts'
import { portOf, THIS_WORKER } from '../support/ports.ts'

/** A day, as 2031-05-17, on which no person has an event: what an earlier try of a test left stands on another one. */
const emptyDay = (): string =>
  new Date(Date.UTC(2031, 0, 1) + Math.floor(Math.random() * 3_000) * 86_400_000).toISOString().slice(0, 10)

/** An invitation to the reader from outside, as Outlook writes it. */
function invitation(title: string, { method = 'REQUEST', sequence = 0, hour = 14, day = emptyDay() } = {}): string {
  const at = (hours: number) => `${day.replaceAll('-', '')}T${`${hours}`.padStart(2, '0')}0000`
  return [
    'BEGIN:VCALENDAR',
    'PRODID:-//Microsoft Corporation//Outlook 16.0 MIMEDIR//EN',
    'VERSION:2.0',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${title.replaceAll(' ', '-')}@partner.example`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:2026110${1 + sequence}T000000Z`,
    `DTSTART;TZID=China Standard Time:${at(hour)}`,
    `DTEND;TZID=China Standard Time:${at(hour + 1)}`,
    `SUMMARY:${title}`,
    'LOCATION:三楼会议室',
    'ORGANIZER;CN=周明:mailto:zhou.ming@partner.example',
    `ATTENDEE;CN=陈洁;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${READER.mail}`,
    ...(method === 'CANCEL' ? ['STATUS:CANCELLED'] : []),
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}

const send = (subject: string, content: string, method = 'REQUEST', from = '"周明" <zhou.ming@partner.example>') =>
  createTransport(process.env.YANSHU_SMTP_URL ?? `smtp://localhost:${portOf(THIS_WORKER) + 1}`).sendMail({
    from,
    to: READER.mail,
    subject,
    text: '请查看会议邀请',
    icalEvent: { method, content },
  })

/** An invitation from its coming to its end. */
async function answered(page: Page): Promise<void> {
  const subject = unique('邀请')
  const day = emptyDay()
  await send(subject, invitation(subject, { day }))
  // From the row: what it asks and what else is then, without opening the mail.
  await rowOf(page, subject).getByRole('button', { name: '查看并回复邀请' }).click()
  const panel = page.getByRole('dialog', { name: '会议邀请' })
  await expect(panel).toContainText('您没有其他安排')
  expect(await violations(page, { include: '[role="dialog"][aria-label="会议邀请"]' })).toEqual([])
  await panel.getByRole('button', { name: '暂定' }).click()
  await expect(panel).toBeHidden()
  await rowOf(page, subject).click()
  const card = page.getByRole('region', { name: '会议邀请' }).filter({ visible: true })
  await expect(card.getByRole('button', { name: '暂定' })).toHaveAttribute('aria-pressed', 'true')
  await card.getByRole('button', { name: '建议其他时间' }).click()
  await card.getByRole('textbox', { name: '改到' }).fill(`${day} 16:00`)
  await page.keyboard.press('Enter')
  await expect(card.getByRole('textbox', { name: '结束' })).toHaveValue(/17:00/)
  await card.getByRole('button', { name: '发给组织者' }).click()
  await expect(page.getByText('已把建议的时间发给组织者')).toBeVisible()
  await expect(card).toContainText('14:00 – 15:00')
  await expect(card).toContainText('三楼会议室')
  await expect(card).toContainText('由 周明 组织')
  await expect(card).toContainText('您没有其他安排')
  expect(await violations(page, { include: 'section[aria-label="会议邀请"]' })).toEqual([])
  await card.getByRole('button', { name: '附言' }).click()
  await card.getByRole('textbox', { name: '给组织者留言' }).fill('一定到')
  await card.getByRole('button', { name: '接受' }).click()
  await expect(card.getByRole('button', { name: '接受' })).toHaveAttribute('aria-pressed', 'true')
  // One answer after the other.
  await expect(card.getByRole('button', { name: '谢绝' })).toBeEnabled()
  await card.getByRole('button', { name: '谢绝' }).focus()
  await page.keyboard.press('Enter')
  await expect(card.getByRole('button', { name: '谢绝' })).toHaveAttribute('aria-pressed', 'true')

  const gone = unique('取消')
  await send(gone, invitation(subject, { method: 'CANCEL', sequence: 1, day }), 'CANCEL')
  await rowOf(page, gone).click()
  await expect(card).toContainText('组织者已取消')
}

/** Another time that is proposed. */
async function otherTime(page: Page, api: Api): Promise<void> {
  const title = unique('改期')
  const [home] = (await api.get('calendar/list')).calendars
  const start = Date.parse('2030-11-05T06:00:00Z')
  const { eventId } = await api.post('calendar/event/save', {
    event: {
      calendarId: home?.calendarId ?? 0,
      title,
      allDay: false,
      start,
      end: start + 3_600_000,
      zone: 'Asia/Shanghai',
      attendees: [{ name: '周明', address: 'zhou.ming@partner.example' }],
    },
  })
  const { ics } = await api.post('calendar/event/createIcs', { eventId })
  const proposal = ics
    .replace('CALSCALE:GREGORIAN', 'METHOD:COUNTER')
    .replace(
      /(DT(?:START|END)[^\r\n]*T)(\d\d)0000/g,
      (_, before: string, hour: string) => `${before}${Number(hour) + 2}0000`,
    )
  const subject = unique('建议')
  await send(subject, proposal, 'COUNTER')
  await rowOf(page, subject).click()
  const card = page.getByRole('region', { name: '会议邀请' }).filter({ visible: true })
  await expect(card).toContainText('周明 建议改到上面的时间')
  await expect(card.getByRole('button', { name: '改到这个时间' })).toBeVisible()
  await card.getByRole('button', { name: '不采用', exact: true }).click()
  await card.getByRole('textbox', { name: /给 周明 留言/ }).fill('客户只有这个时间')
  expect(await violations(page, { include: 'section[aria-label="会议邀请"]' })).toEqual([])
  await card.getByRole('button', { name: '不采用并通知' }).click()
  await expect(card).toContainText('您没有采用')
  await expect(card.getByRole('button', { name: '改到这个时间' })).toBeHidden()
  expect((await api.get('calendar/event/get', { eventId })).start).toBe(start)
}

/** An invitation that its organiser has not sent. */
async function passedOn(page: Page): Promise<void> {
  const subject = unique('转发')
  const passedOn = invitation(subject).replace(READER.mail, 'others@partner.example')
  await send(subject, passedOn, 'REQUEST', '"同事" <colleague@partner.example>')
  await rowOf(page, subject).click()
  const card = page.getByRole('region', { name: '会议邀请' }).filter({ visible: true })
  await expect(card).toContainText('由 同事 转发')
}

/** A file of an invitation that is none. */
async function unreadable(page: Page): Promise<void> {
  const subject = unique('坏文件')
  await deliver({
    subject,
    text: '正文还在',
    attachments: [{ filename: 'invite.ics', content: 'BEGIN:NOTHING', contentType: 'text/calendar; method=REQUEST' }],
  })
  await rowOf(page, subject).click()
  await expect(page.getByRole('region', { name: '附件' }).filter({ visible: true })).toContainText('invite.ics')
  await expect(page.getByRole('region', { name: '会议邀请' }).filter({ visible: true })).toHaveCount(0)
}

test('an invitation says what, when and where, is answered and cancelled; another time is refused with words; a forwarded one is marked, and a file that cannot be read leaves the mail as it is', async ({
  page,
  baseURL,
}) => {
  await openInbox(page)
  await test.step('an invitation is answered, and a cancelled one says so', () => answered(page))
  const api = await apiOf(baseURL ?? '', READER.account)
  await test.step('another time that is proposed is refused from its card, with words', () => otherTime(page, api))
  await test.step('one that is not from the organiser is marked as forwarded', () => passedOn(page))
  await test.step('a file that cannot be read leaves the mail as it is', () => unreadable(page))
})
