import type { MailAddress } from '@yanshu/contracts'
import iconv from 'iconv-lite'
import { composeMail, UTF8, type WireForm } from './composeMail.ts'
import { csvFile } from './documentFiles.ts'
import { pngFile } from './imageFiles.ts'
import type { DemoOrganisation, DemoPerson } from './organisation.ts'
import type { Story, StoryMail } from './stories.ts'

/** Names of the main accounts that are written otherwise outside the mainland. */
const TRADITIONAL_NAMES: Readonly<Record<string, string>> = {
  张伟: '張偉',
  陈杰: '陳傑',
  系统管理员: '系統管理員',
}

/**
 * Mails in the forms that a reader in China meets: old charsets, false labels, raw headers, names encoded every way,
 * and the edges of what people write. Each of the main accounts receives all of them.
 */
export function oddStories(focus: DemoPerson, organisation: DemoOrganisation, date: number): Story[] {
  const to: MailAddress[] = [focus]
  const colleague = (account: string): MailAddress =>
    organisation.people.find((person) => person.account === account) ?? focus
  const odd = (mail: Omit<StoryMail, 'to'> & { to?: readonly MailAddress[] }): Story => ({
    kind: 'work',
    mails: [{ to, ...mail }],
  })
  const form = (encoding: string, label: string | null, change: Partial<WireForm> = {}): WireForm => ({
    ...UTF8,
    encoding,
    label,
    transfer: '8bit',
    ...change,
  })
  // Simplified characters do not exist in the charsets of other places; people there write the traditional form.
  const abroad: readonly MailAddress[] = [{ name: TRADITIONAL_NAMES[focus.name] ?? focus.name, address: focus.address }]
  const tang = colleague('tang.rong')
  const zhu = colleague('zhu.zhe')

  return [
    odd({
      from: tang,
      subject: '镕、喆、囧与𠮷野家：生僻字姓名核对',
      paragraphs: [
        '各位：',
        '人事系统升级后，姓名中的“镕”“喆”“囧”“𠮷”等字请逐一核对。',
        '　　唐镕　朱喆　𠮷野家（陆家嘴店）　㐂　䶮',
      ],
      form: form('gb18030', 'GB18030', { transfer: 'base64', names: 'rfc2047' }),
      files: () => [
        {
          name: '生僻字姓名名单（镕喆）.csv',
          contentType: 'text/csv',
          charset: 'gb18030',
          content: csvFile([
            ['姓名', '部门'],
            ['唐镕', '销售部'],
            ['朱喆', '后端组'],
          ]),
        },
      ],
    }),
    odd({
      from: zhu,
      subject: '朱喆：关于转正述职的材料',
      paragraphs: ['您好：', '附件是我的转正述职报告，请朱镕、陶喆两位导师过目。囧，上次发漏了附件。'],
      form: form('gbk', 'gb2312', { transfer: 'quoted-printable', names: 'rfc2047' }),
      files: () => [
        {
          name: '转正述职报告－朱喆.txt',
          contentType: 'text/plain',
          charset: 'gb2312',
          content: iconv.encode('转正述职报告\r\n朱喆\r\n', 'gbk'),
        },
      ],
    }),
    odd({
      to: abroad,
      from: { name: '陳美玲', address: 'meiling@taipei.example.com' },
      subject: '關於下半年合作計畫與報價',
      paragraphs: [
        '您好：',
        '感謝貴公司的邀請，附上下半年的合作計畫與報價單，煩請參閱。',
        '如有任何問題，歡迎隨時與我聯絡。',
      ],
      form: form('big5', 'Big5', { transfer: 'base64', names: 'rfc2047' }),
      files: () => [
        {
          name: '報價單.csv',
          contentType: 'text/csv',
          charset: 'big5',
          content: iconv.encode('品項,單價\r\n授權,12000\r\n', 'big5'),
        },
      ],
    }),
    odd({
      to: abroad,
      from: { name: '何嘉欣', address: 'kayan@hongkong.example.com' },
      subject: '香港分店嘅資料',
      paragraphs: ['你好，', '附上深水埗分店嘅資料，喺呢度唔該睇睇。'],
      form: form('big5', 'big5-hkscs', { transfer: 'quoted-printable' }),
    }),
    odd({
      to: abroad,
      from: { name: 'Kenji Tanaka', address: 'tanaka@nihon.example.com' },
      subject: 'Re: meeting in Tokyo',
      paragraphs: ['お世話になっております。', '来週の会議の件、承知いたしました。', 'Best regards'],
      form: form('euc-jp', 'euc-jp', { transfer: 'base64' }),
    }),
    odd({
      to: abroad,
      from: { name: '김민준', address: 'minjun@seoul.example.com' },
      subject: '회의 일정 안내',
      paragraphs: ['안녕하세요.', '다음 주 회의 일정을 보내 드립니다.'],
      form: form('euc-kr', 'ks_c_5601-1987', { transfer: 'base64' }),
    }),
    odd({
      from: { name: '老系统', address: 'legacy@mainframe.example.cn' },
      subject: '未声明字符集的 UTF-8 邮件',
      paragraphs: ['这封邮件由旧系统发出，没有声明字符集，正文和主题都是 UTF-8 裸字节。'],
      form: form('utf-8', null, { headers: 'raw', names: 'raw' }),
    }),
    odd({
      from: { name: '供应商王经理', address: 'wang@supplier.example.cn' },
      subject: '十一月份对账单（裸 GBK 头部）',
      paragraphs: ['您好，本月对账单请查收，盖章后回传。'],
      form: form('gbk', 'gb2312', { headers: 'raw', names: 'raw' }),
      files: () => [
        {
          name: '对账单2026年11月.csv',
          contentType: 'text/csv',
          charset: 'gbk',
          content: csvFile([
            ['日期', '金额'],
            ['2026-11-01', 3_200],
          ]),
        },
      ],
    }),
    odd({
      from: colleague('song.jia'),
      subject: `关于${'内容平台选题与排期'.repeat(11)}的说明`.slice(0, 98).concat('说明'),
      paragraphs: ['主题正好一百个字，用来确认列表和详情的截断。'],
    }),
    odd({ from: colleague('peng.kai'), subject: '（空白正文）请见主题', paragraphs: [] }),
    odd({ from: colleague('shen.jun'), subject: null, paragraphs: ['忘写主题了，会议室钥匙在前台。'] }),
    odd({
      from: colleague('ouyang.ning'),
      subject: '🎉 设计评审通过！𠮷日上线 🚀👨‍👩‍👧',
      paragraphs: ['恭喜大家 🎊🎊', '评审得分：⭐⭐⭐⭐⭐', '表情也要显示正常：👍🏽 🇨🇳 ❤️'],
      rich: true,
    }),
    odd({
      from: colleague('xu.jing'),
      subject: '长文本与链接',
      paragraphs: [
        `这一段没有换行：${'纯文本邮件里的长段落需要自动折行，链接需要可以点击，'.repeat(30)}结束。`,
        `参考：https://docs.yanshu.test/guide/very/long/path?${Array.from({ length: 30 }, (_, i) => `parameter${i}=${i * 37}`).join('&')}#section-42`,
        '也可以写信给 support@yanshu.test，或访问 www.example.com（括号里的链接不应包含括号）。',
        `${'a'.repeat(400)}`,
      ],
    }),
    odd({
      from: colleague('luo.dan'),
      subject: '品牌手册（正文含内嵌图片）',
      paragraphs: ['请看正文中的图片。'],
      html: '<html><body><p>新的主视觉如下：</p><p><img src="cid:visual@yanshu.test" width="320" alt="主视觉"></p><p>请提意见。</p></body></html>',
      inline: [
        {
          name: '主视觉.png',
          contentType: 'image/png',
          contentId: 'visual@yanshu.test',
          content: pngFile(320, 200, [0.2, 0.5, 0.9, 0.6, 0.4], [22, 119, 255]),
        },
      ],
    }),
    odd({
      from: colleague('yuan.zhengyi'),
      subject: '【重要】保密协议续签（需回执）',
      paragraphs: ['请于本周五前完成续签。'],
      extra: ['X-Priority: 1 (Highest)', 'Importance: High', 'Disposition-Notification-To: <yuan.zhengyi@yanshu.test>'],
    }),
    odd({
      from: colleague('hu.min'),
      subject: '转发：客户来信两封',
      paragraphs: ['两封来信都在附件里，请一并处理。'],
      attachFormer: false,
      files: () => [
        letter('chensi@nanxi-bank.example.com', '陈思', '关于接口联调的问题', date),
        letter('it@xishan-hospital.example.org', '西山医院信息科', '申请延长试用期', date),
      ],
    }),
  ]
}

function letter(address: string, name: string, subject: string, date: number) {
  const content = composeMail({
    from: { name, address },
    to: [{ name: '胡敏', address: 'hu.min@yanshu.test' }],
    subject,
    date: date - 86_400_000,
    messageId: `<${address.replace('@', '.')}@letters.example.com>`,
    text: `您好：\n\n${subject}，详见系统工单。\n\n${name}\n`,
    form: { ...UTF8, encoding: 'gbk', label: 'gbk', transfer: 'quoted-printable' },
  })
  return { name: `${subject}.eml`, contentType: 'message/rfc822', content }
}

/** HZ-GB-2312 bytes (RFC 1843) of a text of ASCII and GB 2312 characters, for mails from the nineties. */
function encodeHz(text: string): Uint8Array {
  const bytes: number[] = []
  let chinese = false
  const leave = () => {
    if (chinese) bytes.push(0x7e, 0x7d)
    chinese = false
  }
  for (const character of text) {
    const encoded = iconv.encode(character, 'gb2312')
    if (encoded.length === 2) {
      if (!chinese) bytes.push(0x7e, 0x7b)
      chinese = true
      bytes.push(...encoded.map((byte) => byte & 0x7f))
    } else {
      leave()
      bytes.push(...(character === '~' ? [0x7e, 0x7e] : encoded))
    }
  }
  leave()
  return Uint8Array.from(bytes)
}

/** A mail in HZ, whose 7-bit form no general writer makes. */
export function hzMail(to: MailAddress, messageId: string, dateLine: string): Uint8Array {
  const subject = Buffer.from(encodeHz('老同学聚会通知')).toString('base64')
  const body = encodeHz(
    '各位老同学：\n\n毕业三十年聚会定于十二月第一个星期六，地点在南京路老地方，请回信确认。\n\n老班长\n',
  )
  const head = [
    `Date: ${dateLine}`,
    'From: lao.banzhang@alumni.example.cn',
    `To: ${to.address}`,
    `Subject: =?HZ-GB-2312?B?${subject}?=`,
    `Message-ID: ${messageId}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=HZ-GB-2312',
    'Content-Transfer-Encoding: 7bit',
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body])
}
