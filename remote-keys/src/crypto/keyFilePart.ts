/** What opens key files (.p12, .pfx), with the ciphers of old ones: fetched when one is imported. */
export { readKeyFile } from '@yanshu/cms'
