import { UNDO_SEND_MS } from '@yanshu/contracts'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { setSwitch } from '../../store/switches/switches.ts'
import { levelOf, ruleWith, withApproval } from '../../testing/approvals.ts'
import { sending } from '../../testing/letters.ts'
import { paragraph, wordFile } from '../../testing/officeFiles.ts'
import { startTestServer } from '../../testing/testServer.ts'

const documentOf = async (text: string) => new Uint8Array(await wordFile(paragraph(text)))

test('given a word in a file that is text or a document, then the letter is held, before sending it is said, and in other files it is not read', async () => {
  const server = await startTestServer({ engine: 'sqlite', still: true })
  const admin = await server.as(await server.addUser('admin', { isAdmin: true }))
  const wangId = await server.addUser('wang')
  const [wei, wang] = [await server.as(await server.addUser('wei')), await server.as(wangId)]
  await server.addUser('li.na')
  await withApproval(server)
  await admin.post('mail/main/approval/rule/save', ruleWith([levelOf([wangId])], { conditions: { words: ['合同'] } }))
  const send = async (name: string, content: Uint8Array<ArrayBuffer>) => {
    const fileId = await wei.uploaded(name, content)
    const letter = { to: ['li.na@yanshu.test'], subject: name, html: '', fileIds: [fileId] }
    const { held } = await wei.post('mail/main/approval/preview', letter)
    await wei.post('mail/email/send', sending({ subject: name, fileIds: [fileId] }))
    server.wait(UNDO_SEND_MS)
    await server.dispatcher.runDue()
    const { list } = await wei.get('mail/main/approval/userApprovalList', { pageSize: 1 })
    const isHeld = list[0]?.subject === name
    expect(isHeld).toBe(held !== null)
    return isHeld ? (list[0] ?? null) : null
  }
  const table = await send('清单.csv', new Uint8Array(iconv.encode('项目,备注\r\n设备,合同附件', 'gb18030')))
  expect(table?.why).toEqual({ zh: '正文或附件含“合同”', en: '“合同” in the text or a file' })
  const { hits } = await wang.get('mail/main/approval/detail', { recordId: table?.recordId ?? 0 })
  expect(hits).toEqual([{ word: '合同', in: ['content'] }])
  expect(await send('网页.html', Buffer.from('<p>关于<b>合</b>同</p>'))).not.toBeNull()
  expect(await send('笔记.txt', Buffer.from('没有那个词'))).toBeNull()
  expect(await send('图片.png', Buffer.from('合同'))).toBeNull()
  expect((await send('合作.docx', await documentOf('第一条 合同')))?.why.zh).toContain('合同')
  expect(await send('说明.docx', await documentOf('没有那个词'))).toBeNull()
  // A document with a password is a compound file, whatever its name; what cannot be read is not let go unread.
  const locked = new Uint8Array(Buffer.from('d0cf11e0a1b11ae1', 'hex'))
  expect((await send('机密.docx', locked))?.why.zh).toContain('无法读取')
  // What is not read to its end is not let go unread.
  expect((await send('日志.log', Buffer.alloc(2 * 1_024 * 1_024 + 1, '无')))?.why.zh).toContain('过长')
  // A large file that goes as a link is judged as if it were attached.
  await setSwitch(server.context, { scope: 'organisation' }, { name: 'bigFileSize', value: 1, locked: false })
  expect((await send('长清单.txt', Buffer.from(`合同${'无'.repeat(400_000)}`)))?.why.zh).toContain('合同')
  const tried = await admin.post(
    'mail/main/approval/rule/try',
    ruleWith([levelOf([wangId])], { conditions: { words: ['合同'] } }),
  )
  expect(tried).toMatchObject({ caught: 4, looked: 9 })
  await server.stop()
})
