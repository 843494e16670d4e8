import { storePerLogin } from '@yanshu/shell-api'

/** Mails that their reader has put on white paper in a dark application, until the login ends. */
export const onPaper = storePerLogin<ReadonlySet<number>>(() => new Set())
