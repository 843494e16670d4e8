import { z } from 'zod'
import { Code } from '../codes.ts'
import { post } from './define.ts'
import { idOf, queryIdOf } from './names.ts'

export const mailImportCalls = [
  post('mail/email/import', {
    switchedBy: 'islandPersonnel',
    title: 'Put a mail from a file (.eml, field `file`) into a folder, the inbox when none is named',
    sends: 'multipart',
    query: z.object({ mailboxId: queryIdOf('folder').optional() }),
    /** `known`: the mailbox holds this very mail already, and nothing was added. */
    data: z.object({ mailId: idOf('mail'), mailboxId: idOf('folder'), known: z.boolean() }),
    errors: [Code.forbidden, Code.folderNotFound, Code.fileEmpty, Code.fileIsNoMail, Code.tooLarge, Code.storageFull],
  }),
] as const
