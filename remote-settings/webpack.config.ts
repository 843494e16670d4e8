import { defineRemoteBuild } from '@yanshu/build'

export default defineRemoteBuild({
  name: 'remote-settings',
  directory: import.meta.dirname,
  port: 4303,
  messages: {
    // The frame, and the pages that most people open.
    first: ['*'],
    rules: ['rules'],
    account: ['account'],
    // Pages that are opened seldom: about letters, checks, and taking data in and out.
    further: ['archive', 'away', 'check', 'export', 'signatures', 'transfer'],
  },
})
