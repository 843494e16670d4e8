import { defineRemoteBuild } from '@yanshu/build'

export default defineRemoteBuild({ name: 'remote-settings', directory: import.meta.dirname, port: 4303 })
