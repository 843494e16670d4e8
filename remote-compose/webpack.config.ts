import { defineRemoteBuild } from '@yanshu/build'

export default defineRemoteBuild({
  name: 'remote-compose',
  directory: import.meta.dirname,
  port: 4302,
  messages: {
    first: ['*'],
    // The menus and panels of the letter's tools.
    tools: ['signatures', 'papers', 'templates'],
  },
})
