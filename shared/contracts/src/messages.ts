import { Code } from './codes.ts'

/** What the server answers for each code, in both languages: what happened and what to do. */
export const messageOf: Record<Code, { zh: string; en: string }> = {
  [Code.ok]: { zh: '成功', en: 'Done' },
  [Code.badRequest]: { zh: '请求内容有误，请检查后重试', en: 'The request is not valid. Check it and try again' },
  [Code.captchaWrong]: { zh: '验证码不正确，请重新输入', en: 'The verification code is wrong. Enter it again' },
  [Code.nameTaken]: { zh: '该名称已存在，请换一个名称', en: 'This name is already in use. Choose another' },
  [Code.folderNotEmptyable]: { zh: '该文件夹不支持此操作', en: 'This folder does not allow that' },
  [Code.recipientsRefused]: {
    zh: '部分收件人地址无法投递，请修改后再发送',
    en: 'Some recipients cannot be delivered to. Correct them and send again',
  },
  [Code.fileIsNoMail]: { zh: '这个文件不是邮件（.eml）', en: 'This file is not a mail (.eml)' },
  [Code.fileEmpty]: { zh: '不能上传 0 KB 的文件', en: 'An empty file (0 kB) cannot be uploaded' },
  [Code.fileTypeBlocked]: { zh: '该类型的文件不允许上传', en: 'Files of this type may not be uploaded' },
  [Code.uploadDamaged]: {
    zh: '文件完整性校验失败，请删除后重新上传',
    en: 'The integrity check of the file failed. Delete it and upload it again',
  },
  [Code.linkRestricted]: {
    zh: '大附件以链接发送，不受阅读限制保护。请移除大附件，或取消限制阅读后再发送',
    en: 'Large files go as links, which conditions of reading do not protect. Remove these files or the conditions, then send again',
  },
  [Code.uploadNotFound]: {
    zh: '该上传已结束或已过期，请重新上传',
    en: 'This upload has ended or expired. Upload the file again',
  },
  [Code.uploadUnfinished]: {
    zh: '文件尚未传完，请继续上传',
    en: 'Parts of the file are still missing. Continue the upload',
  },
  [Code.uploadsTooMany]: {
    zh: '未完成的上传过多，请先完成或删除其中一些',
    en: 'Too many uploads are unfinished. Finish or delete some of them first',
  },
  [Code.attachmentMissing]: {
    zh: '附件已失效，请删除后重新上传',
    en: 'An attachment is no longer there. Remove it and upload it again',
  },
  [Code.sendTimeRefused]: {
    zh: '发送时间已过，或晚于一年以后。请另选时间，或改为立即发送',
    en: 'The sending time has passed, or is more than a year away. Choose another time, or send at once',
  },
  [Code.separatelyRefused]: {
    zh: '这封信不能群发单显，请修改后再发送',
    en: 'This letter cannot go to each recipient separately. Correct it and send again',
  },
  [Code.correctionRefused]: {
    zh: '更正件没有发出',
    en: 'The corrected copy was not sent',
  },
  [Code.protectionRefused]: {
    zh: '这封信不能按要求签名或加密，没有发出',
    en: 'The letter cannot be signed or encrypted as it is, and was not sent',
  },
  [Code.readPasswordMissing]: {
    zh: '邮件没有发出：请重新填写阅读密码。密码不随草稿保存',
    en: 'The letter was not sent: enter its reading password again. The password is not kept with drafts',
  },
  [Code.readPasswordWrong]: {
    zh: '阅读密码不正确，请向发件人核对',
    en: 'The reading password is wrong. Ask the sender for it',
  },
  [Code.letterRestricted]: {
    zh: '发件人限制了这封邮件，不能转发、下载、导出或另存',
    en: 'The sender has restricted this letter: it cannot be forwarded, downloaded or saved',
  },
  [Code.letterOver]: {
    zh: '这封邮件不能再阅读。需要内容请联系发件人',
    en: 'This letter cannot be read any more. Ask the sender if you need it',
  },
  [Code.letterOptionRefused]: {
    zh: '邮件带有当前版本无法处理的发送选项，没有发出。请刷新页面，打开草稿核对选项后再发送',
    en: 'The mail has a sending option that this version cannot act on, so it was not sent. Reload the page, check the options of the draft, and send it again',
  },
  [Code.contactFileRefused]: {
    zh: '没有从文件中读到联系人，请确认是 vCard（.vcf）或 CSV 文件且不超过 10 MB',
    en: 'No contacts can be read from the file. Check that it is a vCard (.vcf) or CSV file of 10 MB at most',
  },
  [Code.forwardToSelf]: {
    zh: '不能转发到自己的地址，请换一个',
    en: 'Mail cannot be forwarded to your own address. Choose another',
  },
  [Code.forwardToNobody]: {
    zh: '组织内没有这个地址，请核对后重新填写',
    en: 'Nobody of the organisation has this address. Check it and enter it again',
  },
  [Code.forwardNotOutside]: {
    zh: '未开通组织外部邮件，只能转发给组织内的地址',
    en: 'Mail outside the organisation is not set up. Forward to an address inside',
  },
  [Code.forwardUnconfirmed]: {
    zh: '外部地址须先在“自动转发”中添加并确认',
    en: 'Add the outside address under automatic forwarding first, and confirm it there',
  },
  [Code.forwardSwitchedOff]: {
    zh: '管理员已关闭自动转发',
    en: 'The administrator has switched automatic forwarding off',
  },
  [Code.tooManyRules]: {
    zh: '已达到数量上限，请先删除不用的',
    en: 'There are as many as there may be. Delete one that is not used',
  },
  [Code.ruleNotFound]: {
    zh: '该规则不存在，可能已在其他窗口删除',
    en: 'The rule is not there. It may have been deleted in another window',
  },
  [Code.exportsRunning]: {
    zh: '正在导出的邮件文件已有 2 个，请等其中一个完成后再导出',
    en: 'Two exports of mail are going on. Wait until one of them is done',
  },
  [Code.answeredAlready]: {
    zh: '这封邮件已有成员回复',
    en: 'Another member has answered this mail',
  },
  [Code.importRunning]: {
    zh: '正在进行另一次导入，请等它完成后再试',
    en: 'Another import is running. Wait until it is done, then try again',
  },
  [Code.importNotFound]: {
    zh: '这次导入不存在，或已超过 30 天，不能再撤销',
    en: 'The import is not there, or is older than 30 days and can no longer be undone',
  },
  [Code.passwordRefused]: {
    zh: '新密码不符合要求，请按提示修改',
    en: 'The new password breaks a rule. Change it as the hints say',
  },
  [Code.codeWrong]: { zh: '验证码不正确，请核对后重新输入', en: 'The code is wrong. Check it and enter it again' },
  [Code.codeOver]: {
    zh: '验证码已失效或错误次数过多，请重新获取',
    en: 'The code has expired or was entered wrongly too often. Get a new one',
  },
  [Code.oldPasswordWrong]: { zh: '当前密码不正确', en: 'The current password is wrong' },
  [Code.passkeyRefused]: {
    zh: '这个通行密钥不能用于此邮箱，请换一个，或用密码登录',
    en: 'This passkey does not open the mailbox. Use another one, or log in with the password',
  },
  [Code.passkeyOver]: {
    zh: '等待时间过长，请重新使用通行密钥',
    en: 'It took too long. Use the passkey again',
  },
  [Code.tooManyPasskeys]: {
    zh: '通行密钥已达到数量上限，请先删除不用的',
    en: 'There are as many passkeys as there may be. Delete one that is not used',
  },
  [Code.keyPinWrong]: { zh: 'PIN 不正确，请核对后重新输入', en: 'The PIN is wrong. Check it and enter it again' },
  [Code.keyRefused]: {
    zh: '证书或证书请求无法使用：格式不正确，或与密钥不匹配',
    en: 'The certificate or request cannot be used: it is damaged, or belongs to another key',
  },
  [Code.tooManyKeys]: {
    zh: '密钥数量已达到上限，请联系管理员',
    en: 'There are as many keys as there may be. Ask your administrator',
  },
  [Code.keysChanged]: {
    zh: '密钥已在其他窗口更改，请刷新后重试',
    en: 'The keys were changed in another window. Reload this page and try again',
  },
  [Code.mailChanged]: {
    zh: '这封邮件已在别处更改，请刷新后重试',
    en: 'The mail was changed elsewhere. Reload this page and try again',
  },
  [Code.escrowChanged]: {
    zh: '单位对密钥副本的规定已更改，请刷新页面，看过说明后再试',
    en: 'What the organisation does with copies of keys has changed. Reload this page, read it, and try again',
  },
  [Code.ssoRefused]: {
    zh: '单点登录没有完成，请重试，或用密码登录',
    en: 'The single sign-on was not completed. Try again, or log in with the password',
  },
  [Code.passwordDue]: {
    zh: '请先修改密码，再继续使用邮箱',
    en: 'Change your password first, then go on',
  },
  [Code.ownerOnly]: {
    zh: '只有此邮箱的所有者或管理员可以进行此操作',
    en: 'Only the owner of this mailbox or an administrator may do this',
  },
  [Code.recentPassword]: {
    zh: '请先输入登录密码，再重试；没有密码的账号请重新登录',
    en: 'Enter your password first, then try again. An account without a password logs in again',
  },
  [Code.phoneAlone]: {
    zh: '短信也是此账号的第二步验证，只凭手机不能重置密码。请改用备用邮箱，或联系管理员',
    en: 'Short messages are the second step of this account too, so the phone alone cannot replace the password. Use your other mail address, or ask your administrator',
  },
  [Code.aliasForm]: {
    zh: '别名须包含您的姓名，如 zhang.wei；其他名称请联系管理员设置',
    en: 'An alias has to contain your name, such as wei.zhang. Ask the administrator for any other',
  },
  [Code.ssoUnknown]: {
    zh: '单点登录的账号没有对应的邮箱，请联系管理员',
    en: 'There is no mailbox for your account of the single sign-on. Ask the administrator',
  },
  [Code.ssoNotOffered]: { zh: '管理员未开通单点登录', en: 'The administrator has not set up single sign-on' },
  [Code.passkeyNotOffered]: {
    zh: '此网址不能使用通行密钥，请通过邮箱的域名（https）访问',
    en: 'Passkeys do not work at this address. Open the mailbox by its domain name (https)',
  },
  [Code.eventRuleRefused]: {
    zh: '重复规则无法识别或过于频繁，请修改后重试',
    en: 'The rule of repetition cannot be read, or repeats too often. Change it and try again',
  },
  [Code.calendarFileRefused]: {
    zh: '无法读取该日历文件，请确认是 .ics 文件且未损坏',
    en: 'The calendar file cannot be read. Check that it is a whole .ics file',
  },
  [Code.calendarFull]: {
    zh: '一个日历最多 50,000 个日程和同样多的任务，该日历已满。请删除旧的，或新建一个日历',
    en: 'A calendar holds 50,000 events and as many tasks at most, and this one is full. Delete old ones, or make another calendar',
  },
  [Code.eventThere]: {
    zh: '该日历中已有此日程，请先在其中删除，或保留原来的日历',
    en: 'That calendar has this event already. Delete it there first, or keep the calendar as it was',
  },
  [Code.approvalCommentMissing]: { zh: '请填写审批意见', en: 'Write a comment on your decision' },
  [Code.approverNotFound]: {
    zh: '未找到下级审批人，请选择其他人',
    en: 'No lower approver was found. Choose somebody else',
  },
  [Code.followUpRefused]: {
    zh: '无法这样跟进邮件',
    en: 'The mail cannot be followed up so',
  },
  [Code.approvalClosed]: {
    zh: '已审批、已撤回或已完成的邮件不能查看或处理',
    en: 'This mail was already approved, withdrawn or completed; there is nothing left to decide',
  },
  [Code.approvalChanged]: {
    zh: '邮件内容与您看到的不一致，请重新打开后再审批',
    en: 'The mail is not the one that you have seen. Open it again, then decide',
  },
  [Code.deploymentRefused]: { zh: '无法这样更改部署', en: 'The deployment cannot be changed so' },
  [Code.migrationNotAllowed]: {
    zh: '不能连接这个服务器：它不在公共网络上，或端口不是 993、143。内部服务器需要管理员放行',
    en: 'This server cannot be connected to: it is not on the public network, or its port is neither 993 nor 143. An administrator can allow an internal one',
  },
  [Code.migrationUnreachable]: {
    zh: '连接不上这个服务器，请检查服务器地址、端口和加密方式',
    en: 'The server does not answer. Check its name, port and encryption',
  },
  [Code.migrationLogin]: {
    zh: '对方服务器拒绝了登录。请检查账号和密码；有的邮箱要用授权码，并先开启 IMAP',
    en: 'The other server refused the login. Check account and password; some providers ask for an authorization code, and for IMAP to be switched on first',
  },
  [Code.migrationCertificate]: {
    zh: '对方服务器的证书与您确认过的不同，没有登录。请重新检测',
    en: 'The certificate of the other server is not the one that you accepted, so there was no login. Test the server again',
  },
  [Code.migrationRange]: {
    zh: '请选择迁移范围：至少一个文件夹，且开始日期早于结束日期',
    en: 'Choose a migration range: one folder at least, and a first day before the last',
  },
  [Code.migrationPassword]: {
    zh: '请输入原邮箱的密码或授权码：迁移结束后系统不再保存它',
    en: 'Enter the password or code of the old mailbox: it is forgotten at the end of a migration',
  },
  [Code.migrationThrottled]: {
    zh: '对方服务器暂时不接受请求，请过几分钟再试',
    en: 'The other server takes no requests for the moment. Try again in a few minutes',
  },
  [Code.migrationTable]: {
    zh: '名单无法读取：应为 CSV，第一行是列名，至少有 address 和 password 两列',
    en: 'The table cannot be read: it has to be CSV whose first line names the columns, with address and password among them',
  },
  [Code.migrationRunning]: {
    zh: '已有一个迁移正在进行，请等它结束或先取消',
    en: 'Another migration is running. Wait for its end, or cancel it first',
  },
  [Code.migrationState]: {
    zh: '迁移的状态已变，请刷新后再试',
    en: 'The state of the migration has changed. Look at it again, then try once more',
  },
  [Code.subscriptionRefused]: {
    zh: '无法从该地址读取日历，请检查地址是否公开、是否为 .ics 日历',
    en: 'No calendar can be read from this address. Check that it is public and leads to an .ics file',
  },
  [Code.tokenExpired]: { zh: '登录已过期，请重新登录', en: 'Your login has expired. Please log in again' },
  [Code.tokenInvalid]: { zh: '登录已失效，请重新登录', en: 'Your login is no longer valid. Please log in again' },
  [Code.credentialsWrong]: { zh: '账号或密码不正确', en: 'The account or the password is wrong' },
  [Code.screenLocked]: { zh: '屏幕已锁定，请先解锁', en: 'The screen is locked. Unlock it first' },
  [Code.lockPasswordWrong]: {
    zh: '锁屏密码不正确，请重新输入',
    en: 'The password of the screen lock is wrong. Enter it again',
  },
  [Code.loginStepOver]: {
    zh: '二次验证已超时或错误次数过多，请重新登录',
    en: 'The second step took too long or failed too often. Sign in again',
  },
  [Code.forbidden]: { zh: '您没有权限进行此操作', en: 'You are not allowed to do that' },
  [Code.eventNotYours]: {
    zh: '这是他人组织的日程，时间、地点和参与人只能由组织者修改',
    en: 'Somebody else organises this event. Only they can change its time, its place and its people',
  },
  [Code.notFound]: { zh: '请求的内容不存在', en: 'What you asked for does not exist' },
  [Code.recoveryOff]: {
    zh: '误删恢复未开启，请联系管理员',
    en: 'Recovery of deleted mail is not switched on. Ask your administrator',
  },
  [Code.mailNotFound]: {
    zh: '邮件不存在，可能已被移动或删除',
    en: 'The mail is not there. It may have been moved or deleted',
  },
  [Code.folderNotFound]: { zh: '文件夹不存在，可能已被删除', en: 'The folder is not there. It may have been deleted' },
  [Code.folderClosed]: {
    zh: '此文件夹设有密码，请先打开该文件夹并输入密码',
    en: 'This folder has a password. Open the folder and enter it first',
  },
  [Code.folderInItself]: {
    zh: '文件夹不能放进自己或自己的子文件夹',
    en: 'A folder cannot lie in itself or in a folder of its own',
  },
  [Code.folderTooDeep]: {
    zh: '文件夹最多嵌套 5 层，请放到较浅的位置',
    en: 'Folders lie in each other 5 deep at most. Choose a place further out',
  },
  [Code.folderPasswordWrong]: { zh: '文件夹密码不正确', en: 'That is not the password of the folder' },
  [Code.labelNotFound]: { zh: '标签不存在，可能已被删除', en: 'The label is not there. It may have been deleted' },
  [Code.fileNotFound]: { zh: '文件不存在或已过期', en: 'The file is not there, or it has expired' },
  [Code.smsNotOffered]: {
    zh: '当前没有开通短信服务，请使用其他方式',
    en: 'Codes by short message are not offered here. Use another way',
  },
  [Code.qrCodeOver]: {
    zh: '二维码已失效，请刷新后重新扫描',
    en: 'The QR code is no longer valid. Get a new one and scan it again',
  },
  [Code.linkNotOffered]: {
    zh: '管理员没有开通该服务',
    en: 'Your administrator has not set up this service',
  },
  [Code.calendarNotFound]: {
    zh: '日历不存在，可能已被删除或不再共享给您',
    en: 'The calendar is not there. It may have been deleted, or is no longer shared with you',
  },
  [Code.eventNotFound]: {
    zh: '日程不存在，可能已被删除',
    en: 'The event is not there. It may have been deleted',
  },
  [Code.eventChanged]: {
    zh: '日程已被他人修改，请查看最新内容后再保存',
    en: 'Somebody else has changed the event. Look at it as it is now, then save again',
  },
  [Code.taskNotFound]: {
    zh: '任务不存在，可能已被删除',
    en: 'The task is not there. It may have been deleted',
  },
  [Code.taskChanged]: {
    zh: '任务已被他人修改，请查看最新内容后再试',
    en: 'Somebody else has changed the task. Look at it as it is now, then try again',
  },
  [Code.alreadyDelivered]: {
    zh: '邮件已投递，无法撤销',
    en: 'The mail has been delivered and can no longer be taken back',
  },
  [Code.draftSuperseded]: {
    zh: '草稿已在其他窗口修改，请选择要保留的版本',
    en: 'The draft was changed in another window. Choose which version to keep',
  },
  [Code.draftHandRefused]: {
    zh: '这封草稿现在不能交接或修改',
    en: 'The draft cannot be handed on or changed now',
  },
  [Code.contactChanged]: {
    zh: '该联系人已在其他窗口修改，请重新打开后再编辑',
    en: 'The contact was changed in another window. Open it again and then edit it',
  },
  [Code.tooLarge]: { zh: '内容超出大小限制', en: 'This is larger than allowed' },
  [Code.tooManyRequests]: { zh: '操作太频繁，请稍后再试', en: 'That was too fast. Try again later' },
  [Code.challengeNeeded]: { zh: '请先完成验证，再重试', en: 'Complete the verification first, then try again' },
  [Code.busy]: { zh: '服务器繁忙，请稍后再试', en: 'The server is busy. Try again later' },
  [Code.searchTooLong]: {
    zh: '搜索用时过长，请增加关键词，或限定文件夹和时间后再试',
    en: 'The search took too long. Add a word, or choose a folder or a time, and try again',
  },
  [Code.storeSilent]: {
    zh: '邮件存储暂时没有响应，请稍后再试',
    en: 'The mail store does not answer at the moment. Try again later',
  },
  [Code.serverError]: {
    zh: '服务器出错，请稍后重试；如一直出现，请联系管理员',
    en: 'The server failed. Try again later; if it goes on, tell your administrator',
  },
  [Code.fileDamaged]: {
    zh: '文件在服务器上已丢失或损坏，请联系管理员从备份恢复',
    en: 'The file is gone or damaged on the server. Ask your administrator to restore it from a backup',
  },
  [Code.upstreamFailed]: {
    zh: '外部服务没有响应，请稍后重试',
    en: 'An outside service did not answer. Try again later',
  },
  [Code.documentNameRefused]: {
    zh: '名称不能为空，不能超过 255 字节，也不能包含 \\ / : * ? " < > |',
    en: 'A name may not be empty, longer than 255 bytes, or contain \\ / : * ? " < > |',
  },
  [Code.documentInItself]: {
    zh: '不能把文件夹放进它自己里面',
    en: 'A folder cannot be moved into itself',
  },
  [Code.documentTooDeep]: { zh: '文件夹最多 20 层', en: 'Folders can lie at most 20 deep' },
  [Code.documentTooMany]: {
    zh: '文件数量超出限制，请减少后重试',
    en: 'These are too many files. Try again with fewer',
  },
  [Code.shareCodeWrong]: {
    zh: '链接无效或提取码错误，请核对后重试',
    en: 'The link or its code is wrong. Check both and try again',
  },
  [Code.shareOver]: {
    zh: '该分享已无法访问，请联系分享者',
    en: 'These files can no longer be fetched by this link. Ask who sent it',
  },
  [Code.uploadRequestOver]: {
    zh: '收文件链接已结束或已过期，请联系发给您链接的人',
    en: 'This link has ended. Ask the person who sent it to you',
  },
  [Code.uploadRequestFull]: {
    zh: '已达到此链接可接收的文件数或总大小',
    en: 'This link takes no more files, or not as many bytes',
  },
  [Code.sharingRefused]: {
    zh: '本组织的分享规定不允许这样做',
    en: 'The rule of your organisation about sharing files does not allow this',
  },
  [Code.documentNotFound]: {
    zh: '文件或文件夹不存在，可能已被删除或移动',
    en: 'The file or folder is not there. It may have been deleted or moved',
  },
  [Code.documentNameTaken]: {
    zh: '该位置已有同名的文件或文件夹',
    en: 'There is already a file or folder of this name',
  },
  [Code.documentLocked]: {
    zh: '文件正在被编辑，暂时不能更改。请稍后重试，或保存一份副本',
    en: 'The file is being edited and cannot be changed now. Try again later, or copy it',
  },
  [Code.documentsFull]: {
    zh: '文件中心容量不足，请清理文件或回收站后重试',
    en: 'The document center has not enough space. Delete files or empty its recycle bin, and try again',
  },
  [Code.storageFull]: {
    zh: '存储空间不足，请清理邮件后重试',
    en: 'There is not enough storage. Delete some mail and try again',
  },
}
