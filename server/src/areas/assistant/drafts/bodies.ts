import type { AI_LENGTHS } from '@yanshu/contracts'
import type { RequestType } from './frames.ts'

export type Length = (typeof AI_LENGTHS)[number]

/**
 * The text of a draft by request and length. `{gist}` is what the writer has written; `{when}`, `{where}`, `{who}` and `{money}`
 * are stretches of it, `{subject}` what it is about without them, and `{whole}` all of it where that cannot be parted. A line
 * with something that is not known is left out. No line states anything that the writer may not have written: what the
 * writer will do, when, or with whom.
 */
export const BODIES_ZH: Readonly<Record<RequestType, Readonly<Record<Length, string>>>> = {
  WORK: {
    SHORT: '{gist}',
    MEDIUM: '{gist}\n\n时间安排：{when}。\n相关人员：{who}。\n如有变化，我们再及时沟通。',
    LONG:
      '一、基本情况\n{gist}\n\n二、时间与人员\n时间安排：{when}。\n相关人员：{who}。\n涉及金额：{money}。\n\n' +
      '三、后续沟通\n请您看看以上内容是否完整、是否可行。如果您对安排、分工或进度有不同的想法，或者有我没有考虑到的问题，欢迎直接指出，我会据此调整。\n\n' +
      '四、需要支持\n请您审阅以上安排，如需调整或补充资源，请告诉我。',
  },
  VACATION: {
    SHORT: '{gist}\n休假时间：{when}。',
    MEDIUM: '{gist}\n休假时间：{when}。\n\n请您看看这样安排是否合适；如需说明工作交接或联系方式，请告诉我。',
    LONG:
      '一、休假事由\n{gist}\n\n二、休假时间\n{when}。\n\n三、工作交接\n交接联系人：{who}。\n' +
      '如果您希望我在休假之前先完成某些工作，或者把某些事项交给指定的同事，请告诉我，我会据此安排。\n\n' +
      '四、需要您确认\n请您看看这样的安排是否合适。如果与工作冲突，请告诉我，我们再商量其他时间。',
  },
  MEETING: {
    SHORT: '{whole}\n会议主题：{subject}。\n时间：{when}。\n地点：{where}。\n参会人员：{who}。',
    MEDIUM:
      '{whole}\n会议主题：{subject}。\n时间：{when}。\n地点：{where}。\n参会人员：{who}。\n\n请提前安排好时间，如不能参加请告知。',
    LONG:
      '一、会议内容\n{whole}\n{subject}。\n\n二、时间与地点\n时间：{when}。\n地点：{where}。\n\n三、参会人员\n{who}。\n\n' +
      '四、会议议程\n1. 通报情况；\n2. 讨论重点问题；\n3. 明确分工和完成时间。\n\n' +
      '五、会前准备\n请各位提前阅读相关材料，准备好自己负责部分的进展。如对议程有补充，请告诉我。',
  },
}

export const BODIES_EN: Readonly<Record<RequestType, Readonly<Record<Length, string>>>> = {
  WORK: {
    SHORT: '{gist}',
    MEDIUM: '{gist}\n\nTime: {when}.\nPeople involved: {who}.\nIf anything changes on your side, please let me know.',
    LONG:
      'Background\n{gist}\n\nTime and people\nTime: {when}.\nPeople involved: {who}.\nAmount: {money}.\n\nNext steps\n' +
      'Please see whether this is complete and can be done. If you have another opinion of the plan, of who does what, or of ' +
      'the pace, or if I have overlooked something, please say so, and I will change it accordingly.\n\n' +
      'Support needed\nPlease look through this plan and tell me about any changes or resources that you think it needs.',
  },
  VACATION: {
    SHORT: '{gist}\nDates: {when}.',
    MEDIUM:
      '{gist}\nDates: {when}.\n\nPlease tell me whether this suits you, and whether you need more on the handover or on how ' +
      'to reach me.',
    LONG:
      'Reason\n{gist}\n\nDates\n{when}.\n\nHandover\nContact: {who}.\nIf you would like certain work to be done before, or ' +
      'certain matters to be handed to a certain colleague, please tell me, and I will arrange it.\n\n' +
      'Your confirmation\nPlease tell me whether this suits you. If it collides with work, please say so, and we will look ' +
      'for another time.',
  },
  MEETING: {
    SHORT: '{whole}\nSubject: {subject}.\nTime: {when}.\nPlace: {where}.\nAttendees: {who}.',
    MEDIUM:
      '{whole}\nSubject: {subject}.\nTime: {when}.\nPlace: {where}.\nAttendees: {who}.\n\nPlease keep the time free, and ' +
      'tell me if you cannot come.',
    LONG:
      'About\n{whole}\n{subject}.\n\nTime and place\nTime: {when}.\nPlace: {where}.\n\nAttendees\n{who}.\n\n' +
      'Agenda\n1. Where we are\n2. Discussion of the open questions\n3. Who does what, and by when\n\n' +
      'Preparation\nPlease read the material beforehand and prepare the state of your own part. If something is missing ' +
      'from the agenda, please tell me.',
  },
}
