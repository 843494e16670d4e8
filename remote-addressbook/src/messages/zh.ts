export default {
  group: '通讯录',
  page: { title: '通讯录', text: '这里是新的页面。' },
  card: { label: '通讯录', text: '这封邮件有 {{size}}' },
}
