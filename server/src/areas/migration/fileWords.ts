/** The words of a receipt of mail from files that differ from those of mail from another server. */
export const FILE_WORDS = {
  zh: {
    title: '邮件文件导入回执',
    from: '文件',
    total: '文件里有',
    number: '序号',
    reasons: {
      deleted: '原来的程序已标记为删除',
      tooLarge: '超过大小上限',
      empty: '邮件为空',
      unreadable: '内容无法解析',
      notMail: '不是邮件',
    },
  },
  en: {
    title: 'Receipt of mail from files',
    from: 'Files',
    total: 'Mails in the file',
    number: 'Number',
    reasons: {
      deleted: 'marked as deleted by the other program',
      tooLarge: 'larger than it may be',
      empty: 'the mail is empty',
      unreadable: 'it could not be read',
      notMail: 'it is no mail',
    },
  },
} as const
