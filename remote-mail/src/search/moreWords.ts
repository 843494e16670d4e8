import type { MessageTree } from '@yanshu/contracts'
import { addMessages, useT } from '@yanshu/shell-api'

export const zh = {
  archive: {
    title: '归档',
    failed: '归档系统暂时没有回应，下面的结果不受影响。',
    again: '重试',
    more: '归档中还有更多，请到归档系统中查找。',
    noSubject: '（无主题）',
    opens: '在归档系统中打开',
  },
  clearHistory: '清除搜索记录',
  for1: '主题包含“{{keyword}}”',
  for2: '发件人或收件人包含“{{keyword}}”',
  for3: '搜索全部“{{keyword}}”',
  suggestions: '搜索建议',
  operator: {
    after: '这一天起',
    attachment: '带附件的邮件',
    before: '这一天之前',
    from: '按发件人',
    in: '在文件夹中',
    read: '已读的邮件',
    subject: '按主题',
    to: '按收件人',
    unread: '未读的邮件',
  },
  best: '按相关度',
  bestNote: '主题中有词的在前，其次是联系人，再次是正文；最多排出 {{count}} 封。',
  near: '您要找的是不是：',
  tools: '搜索结果的排序与保存',
  saved: {
    region: '已存搜索',
    save: '保存此搜索',
    saveTitle: '保存搜索',
    name: '名称',
    submit: '保存',
    rename: '重命名',
    renameTitle: '重命名已存搜索',
    remove: '删除此搜索',
    removed: '已删除“{{name}}”',
    saved: '已保存，可在侧栏的“已存搜索”中打开',
    isSaved: '已存为“{{name}}”',
    required: '请输入名称',
    tooLong: '名称最多 {{max}} 个字',
    offline: '离线：显示的是上次的列表',
    failed: '暂时无法读取已存搜索。',
    earlier: '“{{name}}”中有现在认不出的条件，已按其余条件搜索。',
    update: '按现在的条件保存',
    updated: '已按现在的条件保存',
    folderGone: '“{{name}}”要找的文件夹已不在。',
    allFolders: '在全部文件夹中找',
  },
} satisfies MessageTree

export const en = {
  archive: {
    title: 'Archive',
    failed: 'The archive does not answer just now. The results below do not depend on it.',
    again: 'Try again',
    more: 'The archive has more. Search there for the rest.',
    noSubject: '(no subject)',
    opens: 'opens in the archive',
  },
  clearHistory: 'Clear history',
  for1: 'Subject has “{{keyword}}”',
  for2: 'Sender or recipient has “{{keyword}}”',
  for3: 'Search everything for “{{keyword}}”',
  suggestions: 'Suggestions',
  operator: {
    after: 'from that day on',
    attachment: 'mails with files',
    before: 'before that day',
    from: 'by sender',
    in: 'in a folder',
    read: 'mails that were read',
    subject: 'by subject',
    to: 'by recipient',
    unread: 'unread mails',
  },
  best: 'Best match first',
  bestNote: 'Mails with the word in the subject come first, then in people, then in the text; {{count}} mails at most.',
  near: 'Did you mean:',
  tools: 'Order and keeping of the search',
  saved: {
    region: 'Saved searches',
    save: 'Save this search',
    saveTitle: 'Save the search',
    name: 'Name',
    submit: 'Save',
    rename: 'Rename',
    renameTitle: 'Rename the saved search',
    remove: 'Delete this search',
    removed: '“{{name}}” was deleted',
    saved: 'Saved. It stands in the sidebar under “Saved searches”',
    isSaved: 'Saved as “{{name}}”',
    required: 'Enter a name',
    tooLong: 'A name has {{max}} characters at most',
    offline: 'Offline: this is the list of last time',
    failed: 'Saved searches cannot be read just now.',
    earlier: '“{{name}}” has conditions that are not known now. The others were searched by.',
    update: 'Save the conditions as they are now',
    updated: 'Saved with the conditions of now',
    folderGone: 'The folder that “{{name}}” searches is gone.',
    allFolders: 'Search all folders',
  },
} satisfies MessageTree

/** A namespace of its own: these messages come with what stands around search, in both languages. */
export const MORE_WORDS = 'remote-mail-search-more'

addMessages(MORE_WORDS, 'zh', zh)
addMessages(MORE_WORDS, 'en', en)

/** Translates with them. */
export const useMoreT = () => useT(MORE_WORDS)
