import type { AI_LENGTHS } from '@yanshu/contracts'
import type { RequestType } from './frames.ts'

export type Length = (typeof AI_LENGTHS)[number]

/**
 * The text of a draft by request and length: `{gist}` is what the writer has said, `{when}`, `{where}` and `{who}` what
 * was found in it. A line with something that was not found is left out.
 */
export const BODIES_ZH: Readonly<Record<RequestType, Readonly<Record<Length, string>>>> = {
  WORK: {
    SHORT: '{gist}',
    MEDIUM: '{gist}\n\n时间安排：{when}。\n相关人员：{who}。\n我会按计划推进，有变化及时告知。',
    LONG:
      '一、基本情况\n{gist}\n\n二、时间与人员\n时间安排：{when}。\n相关人员：{who}。\n涉及金额：{money}。\n\n' +
      '三、后续安排\n我会按上述计划逐项推进，每个阶段完成后向您反馈结果；如果遇到影响进度的问题，会第一时间说明原因和应对办法。\n\n' +
      '四、需要支持\n请您审阅以上安排，如需调整或补充资源，请告诉我。',
  },
  VACATION: {
    SHORT: '{gist}\n休假时间：{when}。',
    MEDIUM: '{gist}\n休假时间：{when}。\n\n休假前我会完成手头的工作并做好交接，期间如有急事可以电话联系我。',
    LONG:
      '一、休假事由\n{gist}\n\n二、休假时间\n{when}。\n\n三、工作交接\n休假前，我会完成手头紧急的工作，其余事项整理成清单交给同事跟进。\n' +
      '交接联系人：{who}。\n\n四、联系方式\n休假期间我会保持电话畅通，遇到紧急情况可以随时联系我，我会尽快处理。',
  },
  MEETING: {
    SHORT: '{gist}\n时间：{when}。\n地点：{where}。',
    MEDIUM:
      '会议主题：{gist}\n时间：{when}。\n地点：{where}。\n参会人员：{who}。\n\n请提前安排好时间，如不能参加请告知。',
    LONG:
      '一、会议主题\n{gist}\n\n二、时间与地点\n时间：{when}。\n地点：{where}。\n\n三、参会人员\n{who}。\n\n四、会议议程\n' +
      '1. 通报情况；\n2. 讨论重点问题；\n3. 明确分工和完成时间。\n\n五、会前准备\n请各位提前阅读相关材料，准备好自己负责部分的进展。会后我会整理纪要并发给大家。',
  },
}

export const BODIES_EN: Readonly<Record<RequestType, Readonly<Record<Length, string>>>> = {
  WORK: {
    SHORT: '{gist}',
    MEDIUM:
      '{gist}\n\nTime: {when}.\nPeople involved: {who}.\nI will follow this plan and let you know if anything changes.',
    LONG:
      'Background\n{gist}\n\nTime and people\nTime: {when}.\nPeople involved: {who}.\nAmount: {money}.\n\nNext steps\n' +
      'I will work through these points one by one and report after each stage. If something puts the plan at risk, I will ' +
      'explain the reason and what can be done at once.\n\nSupport needed\nPlease look through this plan and tell me about ' +
      'any changes or resources that you think it needs.',
  },
  VACATION: {
    SHORT: '{gist}\nDates: {when}.',
    MEDIUM:
      '{gist}\nDates: {when}.\n\nI will finish and hand over my current work beforehand, and can be reached by phone if ' +
      'something is urgent.',
    LONG:
      'Reason\n{gist}\n\nDates\n{when}.\n\nHandover\nBefore I leave I will finish what is urgent and hand the rest over ' +
      'with a written list.\nContact during my absence: {who}.\n\nHow to reach me\nI will keep my phone switched on and will ' +
      'answer urgent matters as soon as I can.',
  },
  MEETING: {
    SHORT: '{gist}\nTime: {when}.\nPlace: {where}.',
    MEDIUM:
      'Subject: {gist}\nTime: {when}.\nPlace: {where}.\nAttendees: {who}.\n\nPlease keep the time free, and tell me if you ' +
      'cannot come.',
    LONG:
      'Subject\n{gist}\n\nTime and place\nTime: {when}.\nPlace: {where}.\n\nAttendees\n{who}.\n\nAgenda\n1. Where we are\n' +
      '2. Discussion of the open questions\n3. Who does what, and by when\n\nPreparation\nPlease read the material ' +
      'beforehand and prepare the state of your own part. I will send the minutes after the meeting.',
  },
}
