const zh = {
  invalid: '{address} 不是有效的邮件地址，双击可修改',
  duplicate: '{names} 已添加，无需重复',
  between: '、',
  edit: '修改',
  expand: '展开为成员',
  copy: '复制地址',
  copied: '地址已复制',
  notCopied: '复制失败，请手动选择地址复制',
  moveTo: '移到{field}',
  remove: '移除',
} as const

const en: Readonly<Record<keyof typeof zh, string>> = {
  invalid: '{address} is not a mail address. Double-click to correct it',
  duplicate: 'Already there: {names}',
  between: ', ',
  edit: 'Edit',
  expand: 'Expand to its members',
  copy: 'Copy address',
  copied: 'Address copied',
  notCopied: 'Copying failed. Select the address and copy it',
  moveTo: 'Move to {field}',
  remove: 'Remove',
}

/** Words of the fields of people. */
export const WORDS = { zh, en }
