/** What the files of events say; it comes with them. */
export default {
  title: '附件',
  add: '添加附件',
  addHint: '也可以把文件拖到这里。最多 {{count}} 个，共 {{size}}；受邀人会随邀请收到。',
  pick: '从文档中心选择',
  drop: '松开鼠标，添加为附件',
  list: '附件',
  keep: '存入文件中心',
  removed: '已移除“{{name}}”',
  undo: '撤销',
  remove: '移除 {{name}}',
  open: '打开链接 {{name}}',
  waiting: '附件还在上传，请稍候再保存',
  failed: '有附件没有上传成功，请重试或移除后再保存',
  failedOne: '上传失败，请检查网络后重试',
  problem: {
    empty: '“{{name}}”是空文件，未添加',
    duplicate: '“{{name}}”已在附件中，未添加',
    'too-many': '最多 {{count}} 个附件，“{{name}}”未添加',
    'too-large': '附件合计最多 {{size}}，“{{name}}”未添加',
    'blocked-type': '不允许添加“{{name}}”这类文件',
  },
}
