import type { MessageTree } from '@yanshu/contracts'

/** The words of the choice of how a letter may be read, and of its check before sending. */
export const zh = {
  reading: {
    title: '限制阅读',
    about: '设限后，收件人的邮箱里只有信头；正文在打开时由服务器给出，并按人计数。您的已发送副本不受限制。',
    cannot: '任何限制都防不住对屏幕拍照或抄写。',
    outside: '组织外的收件人收到一个链接，凭阅读密码在网页上看正文，次数和天数同样有效；不能设保密模式，附件打不开。',
    outsideOff: '只能发给组织内的人。',
    password: '阅读密码',
    passwordHint: '最多 15 个字符。请用邮件以外的方式告诉收件人；附件不能预览和下载。',
    passwordAgain: '密码不随草稿保存，请重新填写',
    reads: '阅读次数',
    readsHint: '每位收件人分别计数；同一次登录 30 分钟内反复打开只算一次。',
    readsUsual: '不限',
    readsCount: '{{count}} 次',
    days: '有效天数',
    daysHint: '从送达时起算，等待审批或定时发送的时间不算。',
    daysUsual: '不限',
    daysCount: '{{count}} 天',
    noForward: '禁止转发',
    noForwardHint: '不能转发、作为附件转发和另存原信；其他各项限制也都包含这一条。',
    burn: '阅后即焚',
    burnHint: '最后一次阅读结束后从收件人邮箱删除；不设次数时只读一次。已看到的内容无法收回。',
    secret: '保密模式',
    secretHint: '列表、通知和搜索里也不显示主题；只能由收件人本人打开，代管邮箱的人不能打开。附件不能下载。',
    cancel: '取消',
    keep: '确定',
    clear: '取消全部限制',
    inText: '邮件里写着阅读密码',
    inTextWhy: '主题或正文里有这封邮件的阅读密码。请去掉，改用其他方式告诉收件人。',
    files: '收件人打不开附件',
    filesWhy: '带阅读密码的邮件，附件不能预览和下载。请把内容写进正文，或去掉密码。',
    filesSave: '收件人不能下载附件',
    filesSaveWhy: '阅后即焚和保密邮件的附件只能在线查看图片、PDF 和文本，其他类型打不开。',
    send: '仍然发送',
    back: '返回修改',
    passwordMissing: '请重新填写阅读密码：密码不随草稿保存',
  },
} as const satisfies MessageTree

export const en = {
  reading: {
    title: 'Restrict reading',
    about:
      'With a restriction, mailboxes of recipients hold the head alone. The server gives the text when it is opened, and counts that for each person. Your copy among the sent mails is free.',
    cannot: 'No restriction prevents a photograph or a copy by hand.',
    outside:
      'Recipients outside get a link and read the text on a page by the reading password, within the same number and days. It cannot be confidential, and files stay shut.',
    outsideOff: 'Recipients have to be in the organisation.',
    password: 'Reading password',
    passwordHint:
      '15 characters at most. Give it to the recipients by another way than mail. Files can be neither previewed nor downloaded.',
    passwordAgain: 'The password is not kept with drafts; enter it again',
    reads: 'Number of readings',
    readsHint: 'Counted for each recipient. Opening it again within 30 minutes in the same login is the same reading.',
    readsUsual: 'Any',
    readsCount: '{{count}} times',
    days: 'Valid days',
    daysHint: 'From its delivery; time in approval or until a sending time does not count.',
    daysUsual: 'Any',
    daysCount: '{{count}} days',
    noForward: 'No forwarding',
    noForwardHint:
      'It cannot be forwarded, sent as a file or saved as it came. Each of the other restrictions includes this.',
    burn: 'Delete after reading',
    burnHint:
      'Deleted from the mailbox of the recipient after the last reading; read once where no number is given. What was seen cannot be taken back.',
    secret: 'Confidential',
    secretHint:
      'Lists, notices and search do not show the subject either. Only the recipient in person opens it, nobody who manages the mailbox. Files cannot be downloaded.',
    cancel: 'Cancel',
    keep: 'Apply',
    clear: 'Remove all',
    inText: 'The letter has its own password in it',
    inTextWhy: 'Subject or text contain the reading password of this letter. Give it to the recipients in another way.',
    files: 'Recipients cannot open the files',
    filesWhy:
      'Files of a letter with a reading password can be neither previewed nor downloaded. Write the content into the text, or remove the password.',
    filesSave: 'Recipients cannot download the files',
    filesSaveWhy:
      'Pictures, PDF and text are shown in place where a letter is confidential or deleted after reading; other files cannot be opened.',
    send: 'Send anyway',
    back: 'Go back',
    passwordMissing: 'Enter the reading password again: it is not kept with drafts',
  },
} as const satisfies MessageTree
