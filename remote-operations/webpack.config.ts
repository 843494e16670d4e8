import { defineRemoteBuild } from '@yanshu/build'

export default defineRemoteBuild({ name: 'remote-operations', directory: import.meta.dirname, port: 4306 })
