/** The words of the search of events, in Chinese. */
export default {
  field: '搜索日程和任务',
  found: '找到的日程和任务',
  none: '没有找到“{{text}}”',
  waiting: '正在搜索…',
  remind_other: '写信提醒未回复的 {{count}} 人',
  remindSubject: '请回复：{{title}}',
}
