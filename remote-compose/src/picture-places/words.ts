import type { MessageTree } from '@yanshu/contracts'

/** Words about a picture that names the place where it was taken. */
export const zh = {
  picturePlace: {
    said: '这张照片里记有拍摄地点，收件人可以看到。',
    remove: '去掉地点',
    removed: '已去掉照片里的拍摄地点',
  },
} as const satisfies MessageTree

export const en = {
  picturePlace: {
    said: 'This photo says where it was taken, and recipients can see it.',
    remove: 'Remove the place',
    removed: 'The photo no longer says where it was taken',
  },
} as const satisfies MessageTree
