import { defineRemoteBuild } from '@yanshu/build'

export default defineRemoteBuild({ name: 'remote-compose', directory: import.meta.dirname, port: 4302 })
