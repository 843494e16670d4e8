import type { MessageTree } from '@yanshu/contracts'

/** The words of the page on which an outside person opens a letter. */
export const zh = {
  outside: {
    title: '打开加密邮件',
    lead: '请选择收到的加密附件（smime.p7m）或保存的邮件（.eml），再输入发件人用电话或短信告诉您的开启码。邮件只在这个浏览器中打开，不会上传。',
    choose: '选择文件',
    chosen: '已选择：{{name}}',
    code: '开启码',
    codeHint: '20 位字母和数字，大小写和横线不限',
    open: '打开',
    another: '打开另一封',
    fileMissing: '请先选择收到的加密文件',
    codeMissing: '请输入开启码',
    large: '文件超过 50 MB，无法在浏览器中打开',
    plain: '这个文件里没有加密邮件。请选择邮件的附件 smime.p7m，或把整封邮件保存为 .eml',
    noCode: '这封邮件不能用开启码打开。请发件人重新发送，并选择“没有证书的收件人用开启码打开”',
    wrong: '开启码不正确，请核对后重新输入',
    damaged: '开启码正确，但邮件在途中被更改或已损坏，没有打开。请发件人重新发送',
    letter: '邮件内容',
    signed: '邮件带有签名，内容在签名后未被更改。签名人是否可信，此页不作判断：请向发件人核对',
    changed: '邮件在签名后被更改，请勿相信其内容',
    unchecked: '邮件带有签名，但此页无法检查',
  },
} as const satisfies MessageTree

export const en = {
  outside: {
    title: 'Open an encrypted mail',
    lead: 'Choose the encrypted file that you received (smime.p7m) or the saved mail (.eml), and enter the code that the sender gave you by phone or text message. The mail is opened in this browser alone and is not uploaded.',
    choose: 'Choose the file',
    chosen: 'Chosen: {{name}}',
    code: 'Code',
    codeHint: '20 letters and digits; small letters and hyphens make no difference',
    open: 'Open',
    another: 'Open another one',
    fileMissing: 'Choose the encrypted file first',
    codeMissing: 'Enter the code',
    large: 'The file is larger than 50 MB and cannot be opened in the browser',
    plain: 'This file holds no encrypted mail. Choose the attachment smime.p7m, or save the whole mail as .eml',
    noCode:
      'No code opens this mail. Ask the sender to send it again with "Recipients without a certificate open it with a code"',
    wrong: 'The code is wrong. Check it and enter it again',
    damaged:
      'The code is right, but the mail was changed on the way or is damaged, and was not opened. Ask the sender to send it again',
    letter: 'The mail',
    signed:
      'The mail is signed, and was not changed after that. Whether the signer can be trusted is not judged here: ask the sender',
    changed: 'The mail was changed after it was signed. Do not trust its content',
    unchecked: 'The mail is signed, but the signature cannot be checked here',
  },
} as const satisfies MessageTree
