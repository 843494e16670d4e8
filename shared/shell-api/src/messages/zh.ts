/** Words of shell-api itself, in Chinese. */
export const zh = {
  error: {
    expired: '登录已过期，请重新登录',
    offline: '网络已断开，请检查网络连接后重试',
    unreachable: '暂时无法连接服务器，请稍后重试',
    timeout: '服务器响应超时，请稍后重试',
    unreadable: '服务器返回的内容无法识别，请稍后重试；如一直出现，请联系管理员',
  },
  intent: {
    nobody: '能完成该操作的组件没有开启，或暂时不能使用',
    failed: '暂时无法完成该操作，请稍后重试',
  },
  folder: {
    inbox: '收件箱',
    sent: '已发送',
    drafts: '草稿箱',
    trash: '回收站',
    spam: '垃圾邮件',
  },
  date: {
    today: '今天',
    yesterday: '昨天',
    tomorrow: '明天',
    am: '上午',
    pm: '下午',
  },
}
