import type { MessageTree } from '@yanshu/contracts'

/** The words of drafts that are handed to colleagues. */
export const zh = {
  hand: {
    title: '交给同事接着写',
    about:
      '对方会收到一封带链接的通知，打开后草稿和附件出现在对方的草稿箱。对方修改期间您不能改，可以随时收回；对方直接发送时，发件人是对方。链接只有对方本人能打开。',
    person: '同事的邮箱地址',
    pick: '从通讯录选择',
    cancel: '取消',
    keep: '交给对方',
    close: '完成',
    required: '请填写同事的邮箱地址',
    notSaved: '邮件还没有全部保存到服务器，请等保存和上传完成后再交出',
    done: '已通知 {{name}}。也可以把链接发给对方：',
    copy: '复制链接',
    copied: '链接已复制',
    notCopied: '没有复制成功，请手动复制：{{link}}',
    author: {
      offered: '已交给 {{name}}，对方尚未打开，您可以继续修改',
      taken: '{{name}} 正在修改（{{time}} 起），收回后您才能继续',
      back: '{{name}} 已交回（{{time}}），现在由您修改',
      sent: '{{name}} 已发出这封邮件（{{time}}）。这是您留存的草稿',
    },
    colleague: {
      taken: '{{name}} 交给您的草稿。可以直接发送（发件人是您），或交回',
    },
    withdrawn: '{{name}} 已收回这封草稿，这里的修改不再保存',
    takeBack: '收回',
    stop: '撤销交接',
    giveBack: '交回',
    again: '再次交给对方',
    tookBack: '已收回，邮件是对方最后保存的样子；之前的内容在历史版本中',
    stopped: '链接已失效',
    gaveBack: '已交回给 {{name}}',
    missing: '这些附件在对方的加密文件夹中，没有带回：{{names}}',
    between: '、',
  },
} as const satisfies MessageTree

export const en = {
  hand: {
    title: 'Hand to a colleague',
    about:
      'Your colleague gets a mail with a link. Once it is opened, the draft and its attachments are among their drafts. You cannot change it meanwhile, and can take it back at any time. If they send it, it is from their address. The link works for them alone.',
    person: 'Mail address of the colleague',
    pick: 'Choose from the contacts',
    cancel: 'Cancel',
    keep: 'Hand it over',
    close: 'Done',
    required: 'Enter the mail address of a colleague',
    notSaved: 'The mail is not all on the server; hand it over after it is saved and uploaded',
    done: '{{name}} gets a mail. You can pass the link on as well:',
    copy: 'Copy the link',
    copied: 'The link is copied',
    notCopied: 'It could not be copied, copy it yourself: {{link}}',
    author: {
      offered: 'Handed to {{name}}, who has not opened it yet. You can go on writing',
      taken: '{{name}} writes on it since {{time}}. Take it back to go on yourself',
      back: '{{name}} gave it back {{time}}. It is your turn',
      sent: '{{name}} sent this mail {{time}}. This is the draft that you keep',
    },
    colleague: {
      taken: '{{name}} handed you this draft. Send it (from your address), or give it back',
    },
    withdrawn: '{{name}} took this draft back. What is changed here is saved no more',
    takeBack: 'Take back',
    stop: 'End the offer',
    giveBack: 'Give back',
    again: 'Hand it over again',
    tookBack: 'It is back, as your colleague saved it last. What was there before is among the versions',
    stopped: 'The link works no more',
    gaveBack: 'Given back to {{name}}',
    missing: 'These attachments lie in a folder with a password of your colleague, and stay there: {{names}}',
    between: ', ',
  },
} as const satisfies MessageTree
