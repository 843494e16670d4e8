import { expect } from '@playwright/test'
import { zh as offersZh } from '../../remote-compose/src/letter-offers/words.ts'
import { deliver } from '../mail/mailing.ts'
import { violations } from '../support/axe.ts'
import { test } from '../support/test.ts'
import { filled } from '../support/words.ts'
import { arrival, closeLetter, fields, fresh, go, LI_NA, newMail } from './desk.ts'

test('whom a letter goes to: what its chips show, by a mail link, those of an answer to all, and from the tree on a phone', async ({
  someone,
}) => {
  const { page, seen, words } = await someone({ user: 'wang.fang', rests: true })

  await test.step('given recipients of several kinds, then their chips show who is outside, written to for the first time, or not there', async () => {
    const { to } = await newMail(page)
    await to.fill(`buyer-${Date.now()}@partner.example`)
    await to.press('Enter')
    await to.fill('no.such.person@yanshu.test')
    await to.press('Enter')
    await to.fill(LI_NA)
    await to.press('Enter')
    const chips = page.getByRole('list', { name: '收件人' }).getByRole('listitem')
    await expect(chips.nth(0)).toContainText('外部 · 首次')
    await expect(chips.nth(1)).toContainText('用户不存在')
    await expect(chips.nth(2)).not.toContainText('外部')
    expect(await violations(page)).toEqual([])
    await closeLetter(page)
  })

  await test.step('given a mail link of another page, then the letter has its people, subject and text, and nothing is sent', async () => {
    const link = 'mailto:li.na@yanshu.test?cc=chen.jie@yanshu.test&subject=%E4%BC%9A%E8%AE%AE&body=one%0Atwo%20%3Cb%3E'
    await go(page, `/write/new/0?mailto=${encodeURIComponent(link)}`)
    const screen = fields(page)
    await screen.text.waitFor()
    await expect(screen.subject).toHaveValue('会议')
    await expect(screen.text).toContainText('two <b>')
    await expect(page.getByRole('list', { name: '收件人' })).toContainText('li.na@yanshu.test')
    await expect(page.getByRole('list', { name: '抄送' }).getByRole('listitem')).toHaveCount(1)
    await closeLetter(page)
  })

  await test.step('opening mail links here is offered once on a device, and the browser takes the address', async () => {
    await newMail(page)
    await page.getByRole('button', { name: '在这里写' }).click()
    await expect(page.getByText('点击网页上的邮件地址时')).toHaveCount(0)
    await closeLetter(page)
    await newMail(page)
    await expect(page.getByText('点击网页上的邮件地址时')).toHaveCount(0)
    await expect(page.getByText('浏览器没有允许')).toHaveCount(0)
    expect(seen.errors).toEqual([])
    await closeLetter(page)
  })

  await test.step('given an answer to all, then one press leaves the sender and those in To, and another brings the rest back', async () => {
    const subject = fresh('Review')
    await deliver({
      from: 'Buyer <buyer@partner.example>',
      to: 'wang.fang@yanshu.test, zhang.wei@yanshu.test',
      cc: `${LI_NA}, chen.jie@yanshu.test`,
      subject,
      text: 'Thursday?',
    })
    await go(page, `/write/replyAll/${await arrival(page, subject)}`)
    const { fields: names } = words.compose
    const people = (name: string) => page.getByRole('list', { name }).getByRole('listitem')
    await expect(people(names.to)).toHaveCount(2)
    await expect(people(names.cc)).toHaveCount(2)
    await page.getByRole('button', { name: offersZh.offers.limit }).click()
    await expect(people(names.cc)).toHaveCount(0)
    await expect(people(names.to)).toHaveCount(2)
    await page.locator('#popup-root').getByRole('button', { name: '撤销' }).click()
    await expect(people(names.cc)).toHaveCount(2)
    await closeLetter(page)
  })

  await test.step('on a phone people and a department are chosen from the tree for Cc, and one who stood in To moves there', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const { fields: names, recipients } = words.compose
    const { pick, places } = words.contacts
    const { to } = await newMail(page)
    await to.fill(LI_NA)
    await to.press('Enter')
    await page.getByRole('button', { name: names.cc, exact: true }).click()
    await page.getByRole('button', { name: `${recipients.pick}: ${names.cc}` }).click()
    const dialog = page.getByRole('dialog', { name: pick.title })
    const tree = dialog.getByRole('tree', { name: places.organization })
    const people = tree.locator('[role=treeitem][aria-checked=false]')
    await expect(tree.getByRole('treeitem').nth(2)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    // Departments below the top are opened by a tap until one has people.
    while ((await people.count()) === 0) await tree.getByRole('treeitem', { expanded: false }).first().click()
    const box = await people.first().boundingBox()
    expect(box?.height ?? 0).toBeGreaterThanOrEqual(44)
    await people.first().click()
    await expect(tree.getByRole('treeitem', { checked: true })).toHaveCount(1)
    expect(await violations(page, { include: '[role=dialog]' })).toEqual([])

    await dialog.getByLabel(words.contacts.org.find).fill('lina')
    await dialog.getByRole('checkbox', { name: /li\.na@yanshu\.test/ }).check()
    await dialog.getByRole('button', { name: filled(pick.take, { count: 2 }) }).click()
    await expect(page.getByRole('list', { name: names.cc }).getByRole('listitem')).toHaveCount(2)
    await expect(page.getByRole('list', { name: names.to, exact: true }).getByRole('listitem')).toHaveCount(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})
