import { defineRemoteBuild } from '@yanshu/build'

export default defineRemoteBuild({ name: 'remote-mail', directory: import.meta.dirname, port: 4301 })
