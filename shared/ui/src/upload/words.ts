const zh = {
  title: '附件',
  total: '{count} 个附件，共 {size}（最多 {limit}）',
  more: '还有 {count} 个',
  fewer: '收起',
  drop: '松开鼠标，添加为附件',
  dropEither: '松开鼠标添加为附件；拖到正文上可插入图片',
  dropPicture: '松开鼠标，把图片插入正文',
  pause: '暂停上传 {name}',
  goOn: '继续上传 {name}',
  paused: '已暂停',
  linked: '以链接发送，{days} 天内有效',
  stalled: '网络中断，恢复后自动继续',
} as const

const en: Readonly<Record<keyof typeof zh, string>> = {
  title: 'Attachments',
  total: '{count} attached, {size} (at most {limit})',
  more: '{count} more',
  fewer: 'Show fewer',
  drop: 'Drop to attach',
  dropEither: 'Drop to attach, or drag onto the text to insert',
  dropPicture: 'Drop to insert the picture into the text',
  pause: 'Pause uploading {name}',
  goOn: 'Continue uploading {name}',
  paused: 'Paused',
  linked: 'Goes as a link, valid for {days} days',
  stalled: 'Offline. It continues by itself',
}

/** Words of the shelf of files. */
export const WORDS = { zh, en }
