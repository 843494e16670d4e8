import type { Language } from '@yanshu/contracts'

const zh = {
  bar: '本标签页在使用本机构建：',
  manage: '管理',
  reset: '全部恢复',
  title: '本机构建',
  why: '填写本机上某个远程模块入口的地址，只在这个标签页生效，保存后页面会重新载入。',
  running: '正在运行 {version}',
  notRunning: '尚未加载',
  local: '本机构建',
  foreign: '只能是本机的地址，例如 http://localhost:4301/remoteEntry.js',
  save: '保存并重新载入',
  cancel: '取消',
}

/** The words of what only developers see; they come with it. */
export const WORDS: Readonly<Record<Language, typeof zh>> = {
  zh,
  en: {
    bar: 'This tab uses builds of this machine: ',
    manage: 'Manage',
    reset: 'Restore all',
    title: 'Builds of this machine',
    why: 'Give the address of the entry of a remote on this machine. It holds for this tab alone; the page is loaded again when you save.',
    running: 'runs {version}',
    notRunning: 'not loaded yet',
    local: 'a build of this machine',
    foreign: 'It has to be an address of this machine, such as http://localhost:4301/remoteEntry.js',
    save: 'Save and load again',
    cancel: 'Cancel',
  },
}
