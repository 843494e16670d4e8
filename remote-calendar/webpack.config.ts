import { defineRemoteBuild } from '@yanshu/build'

export default defineRemoteBuild({ name: 'remote-calendar', directory: import.meta.dirname, port: 4304 })
