import { defineRemoteBuild } from '@yanshu/build'

export default defineRemoteBuild({ name: 'remote-ai', directory: import.meta.dirname, port: 4305 })
