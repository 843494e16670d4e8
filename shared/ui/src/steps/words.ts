const zh = {
  done: '已完成',
  current: '当前步骤',
  failed: '未完成，出现问题',
  running: '进行中',
  paused: '已暂停',
  finished: '已完成',
  stopped: '已中断',
  of: '{done} / {total}',
  percent: '{percent}%',
} as const

const en: Readonly<Record<keyof typeof zh, string>> = {
  done: 'done',
  current: 'current step',
  failed: 'not done, something went wrong',
  running: 'Running',
  paused: 'Paused',
  finished: 'Finished',
  stopped: 'Stopped',
  of: '{done} / {total}',
  percent: '{percent}%',
}

/** Words of steps and of long work. */
export const WORDS = { zh, en }
