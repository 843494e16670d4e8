import { expect, test } from 'vitest'
import { openStore } from '../../store/database/open.ts'
import { transact } from '../../store/database/transact.ts'
import { labelMails, lockMailboxes } from '../../store/mailbox/index.ts'
import { putMail } from '../../testing/putMail.ts'
import { startTestServer } from '../../testing/testServer.ts'

test('given a transaction that adds a label to mails, when the label is deleted, then the deletion waits, on postgres', async () => {
  const server = await startTestServer({ engine: 'postgres' })
  const accountId = await server.addUser('zhang.wei')
  const person = await server.login('zhang.wei')
  const { mailId } = await putMail(server.context, accountId)
  const { labelId } = await person.post('mail/main/label/save', { labelName: '红' })
  const store = await openStore(server.context.config.database)
  let deletion: Promise<unknown> = Promise.resolve()
  await transact({ store, now: Date.now }, async (trx) => {
    await lockMailboxes(trx, 'postgres', [accountId])
    deletion = person.post('mail/main/label/delete', { labelId })
    // Calls that read go on meanwhile; ten of them take longer than a deletion that does not wait.
    for (let call = 0; call < 10; call++) {
      const { labelList } = await person.get('mail/main/label/list')
      expect(labelList.map((label) => label.labelId)).toEqual([labelId])
    }
    await labelMails(trx, { store }, accountId, { mailIds: [mailId], add: [labelId], remove: [] })
  })
  await deletion
  expect((await person.get('mail/main/label/list')).labelList).toEqual([])
  await store.close()
  await server.stop()
})
