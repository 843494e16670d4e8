import { SETTINGS_PARTS, type SettingsPart } from '@yanshu/contracts/schemas'
import type { SessionActor } from '../../platform/actor/actor.ts'
import { route } from '../../platform/http/route.ts'
import { announceChanges } from '../../store/mailbox/announceChanges.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { requirePasswordToForward } from '../forwarding/index.ts'
import { applyFile, partsOfImport, previewFile, undoImport, writeFile } from './settingsFile.service.ts'

/** What remotes keep is for the person alone, as it is by their calls; the rest also for who acts in the mailbox. */
const partsFor = ({ accountId, personId }: SessionActor): readonly SettingsPart[] =>
  SETTINGS_PARTS.filter((part) => part !== 'remotes' || personId === accountId)

/** All settings as a file, and back again. */
export const settingsFileRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'mail/main/settings/file', ({ caller }) => writeFile(context, caller.accountId, partsFor(caller)))
  route(app, 'POST', 'mail/main/settings/preview', ({ caller, body }) =>
    previewFile(context, caller.accountId, body.file, partsFor(caller)),
  )
  route(app, 'POST', 'mail/main/settings/apply', async ({ caller, body }) => {
    if (body.parts.includes('forward')) await requirePasswordToForward(context, caller)
    const parts = partsFor(caller).filter((part) => body.parts.includes(part))
    const done = await applyFile(context, caller.accountId, body.file, parts)
    announceChanges(context, [caller.accountId])
    return done
  })
  route(app, 'POST', 'mail/main/settings/undo', async ({ caller, body }) => {
    const parts = await partsOfImport(context, caller.accountId, body.importId)
    if (parts.includes('forward')) await requirePasswordToForward(context, caller)
    await undoImport(context, caller.accountId, body.importId)
    announceChanges(context, [caller.accountId])
    return {}
  })
}
