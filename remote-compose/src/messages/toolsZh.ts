import type { MessageTree } from '@yanshu/contracts'

/** What the menus and panels of the letter's tools say. */
export default {
  signatures: {
    own: '我的签名',
    system: '组织的样式',
    none: '不用签名',
    manage: '管理签名',
  },
  templates: {
    none: '还没有模板',
    save: '把这封信存为模板…',
    manage: '管理模板',
    saveTitle: '存为模板',
    name: '名称',
    nameRequired: '请填写名称',
    tooLong: '最多 {{max}} 个字',
    folder: '分组',
    folderHint: '可不填；签名不会存入模板',
    noPictures: '图片不会存入模板。',
    cancel: '取消',
    keep: '保存',
    saved: '已存为模板“{{name}}”',
  },
} as const satisfies MessageTree
