import type { AI_REQUEST_TYPES, AI_TONES } from '@yanshu/contracts'

export type RequestType = (typeof AI_REQUEST_TYPES)[number]
export type Tone = (typeof AI_TONES)[number]

/** What stands around the text of a draft: a list is a choice for drafts that are asked for again. */
export interface Frame {
  readonly greeting: readonly string[]
  readonly opening: Readonly<Record<RequestType, readonly string[]>>
  readonly closing: readonly string[]
  readonly sign: string
}

/** Greeting, first sentence and end by tone. `{to}` is who is written to. */
export const FRAMES_ZH: Readonly<Record<Tone, Frame>> = {
  FORMAL: {
    greeting: ['尊敬的{to}：', '{to}：\n您好！'],
    opening: {
      WORK: ['现就以下工作事项向您汇报：', '谨就有关工作情况说明如下：'],
      VACATION: ['现向您申请休假。', '谨此提出休假申请，恳请批准。'],
      MEETING: ['现就召开会议一事通知如下：', '现就会议安排通知如下：'],
    },
    closing: ['以上事项，敬请审阅。如有不妥，恳请指正。', '专此函达，敬请批示。'],
    sign: '此致\n敬礼',
  },
  FRIENDLY: {
    greeting: ['{to}，你好：', 'Hi {to}，'],
    opening: {
      WORK: ['跟你同步一下工作上的事：', '有件工作上的事想和你说一下：'],
      VACATION: ['想跟你请个假。', '我打算休假，跟你说一声。'],
      MEETING: ['我们开个会碰一下吧。', '想约你一起开个会。'],
    },
    closing: ['有什么想法随时告诉我，谢谢！', '有问题随时找我，多谢啦！'],
    sign: '祝好',
  },
  PROFESSIONAL: {
    greeting: ['{to}，您好：', '{to}您好，'],
    opening: {
      WORK: ['以下是工作进展与后续安排：', '就工作事项与您沟通如下：'],
      VACATION: ['我计划休假，现将安排说明如下：', '现申请休假，相关安排如下：'],
      MEETING: ['为推进相关工作，拟召开一次会议，安排如下：', '邀请您参加会议，具体信息如下：'],
    },
    closing: ['如需补充信息，请与我联系，谢谢。', '请您确认，如有调整请及时告知。'],
    sign: '顺颂商祺',
  },
}

export const FRAMES_EN: Readonly<Record<Tone, Frame>> = {
  FORMAL: {
    greeting: ['Dear {to},', 'Dear {to},'],
    opening: {
      WORK: ['I am writing to report on the following matter.', 'Please allow me to inform you about the following.'],
      VACATION: ['I would like to apply for leave.', 'I hereby request your approval of my leave.'],
      MEETING: ['You are kindly invited to a meeting.', 'I am writing to inform you of a meeting.'],
    },
    closing: [
      'I would be grateful for your review. Please let me know if anything needs to be corrected.',
      'Thank you for your consideration.',
    ],
    sign: 'Yours sincerely,',
  },
  FRIENDLY: {
    greeting: ['Hi {to},', 'Hello {to},'],
    opening: {
      WORK: ['A quick update from my side.', 'Just a short note about work.'],
      VACATION: ["I'd like to take some time off.", "I'm planning some time off and wanted to let you know."],
      MEETING: ["Let's get together for a meeting.", 'Could we meet?'],
    },
    closing: ['Let me know what you think. Thanks!', 'Just ask if anything is unclear. Thanks a lot!'],
    sign: 'All the best,',
  },
  PROFESSIONAL: {
    greeting: ['Hello {to},', 'Good day {to},'],
    opening: {
      WORK: ['Here is the current status and what comes next.', 'Please find the details of the matter below.'],
      VACATION: ['I plan to take leave; the details are below.', 'I am requesting leave as follows.'],
      MEETING: ['To move this forward I suggest a meeting.', 'I would like to invite you to a meeting as follows.'],
    },
    closing: ['Please contact me if you need more information.', 'Please confirm, and tell me about any changes.'],
    sign: 'Best regards,',
  },
}
