import { defineRemoteBuild } from '@yanshu/build'

export default defineRemoteBuild({ name: 'remote-documents', directory: import.meta.dirname, port: 4308 })
