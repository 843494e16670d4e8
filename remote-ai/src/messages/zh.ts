export default {
  group: '智能助手',
  page: { title: '智能助手', text: '这里是新的页面。' },
  card: { label: '智能助手', text: '这封邮件有 {{size}}' },
}
