import { defineRemoteBuild } from '@yanshu/build'

export default defineRemoteBuild({ name: 'remote-keys', directory: import.meta.dirname, port: 4307 })
