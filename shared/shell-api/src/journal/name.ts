/** The journal's database in the browser. */
export const JOURNAL = 'yanshu-journal'
