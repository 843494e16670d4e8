import { defineRemoteBuild } from '@yanshu/build'

export default defineRemoteBuild({
  name: 'remote-settings',
  directory: import.meta.dirname,
  port: 4303,
  chunks: {
    settings: ['layout/pages.ts'],
    account: ['account/AccountPage.tsx'],
    archive: ['export/ArchivePage.tsx'],
    asked: ['away/AwayHint.tsx', 'rules/firstDraft.ts'],
    check: ['check/'],
    client: ['account/ClientPage.tsx'],
    commands: ['find/'],
    export: ['export/ExportPage.tsx'],
    'folder-password': ['folder-management/FolderPassword.tsx'],
    folders: ['folder-management/FolderManagement.tsx'],
    forward: ['away/ForwardPage.tsx'],
    general: ['general/'],
    'make-passkey': ['account/makePasskey.ts'],
    reply: ['away/ReplyPage.tsx'],
    rules: ['rules/RulesPage.tsx'],
    signature: ['signatures/'],
    skin: ['skin/'],
    transfer: ['transfer/'],
    'later-parts': ['account/Cropper.tsx', 'automatic-mail/', 'recent-password/', 'rich/', 'stand-in/', 'time-zone/'],
  },
  messages: {
    // The frame, and the pages that most people open.
    first: ['*'],
    rules: ['rules'],
    account: ['account'],
    // Pages that are opened seldom: about letters, checks, and taking data in and out.
    further: ['archive', 'away', 'check', 'export', 'signatures', 'transfer'],
  },
})
