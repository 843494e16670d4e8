import { defineRemoteBuild } from '@yanshu/build'

export default defineRemoteBuild({ name: 'remote-addressbook', directory: import.meta.dirname, port: 4304 })
