const zh = {
  area: '裁剪区域',
  hint: '拖动或用方向键移动，滚轮、双指或 + 和 - 缩放',
  zoom: '缩放',
  zoomIn: '放大',
  zoomOut: '缩小',
  use: '使用',
  cancel: '取消',
  opening: '正在打开图片',
  empty: '这个文件是空的，请换一张图片',
  tooLarge: '图片超过 {size}，请压缩或换一张',
  notPicture: '无法识别这个文件，请选择 PNG、JPEG、GIF 或 WebP 图片',
  tooManyPixels: '图片的尺寸过大，请缩小后再试',
  broken: '图片已损坏，无法打开，请换一张',
  failed: '图片处理失败，请换一张较小的图片再试',
} as const

const en: Readonly<Record<keyof typeof zh, string>> = {
  area: 'Part to keep',
  hint: 'Drag or use the arrow keys to move; wheel, two fingers, + and - to zoom',
  zoom: 'Zoom',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  use: 'Use',
  cancel: 'Cancel',
  opening: 'Opening the picture',
  empty: 'This file is empty. Choose another picture',
  tooLarge: 'The picture is larger than {size}. Make it smaller or choose another',
  notPicture: 'This file is not a PNG, JPEG, GIF or WebP picture. Choose another',
  tooManyPixels: 'The picture has too many pixels. Make it smaller and try again',
  broken: 'The picture is damaged and can’t be opened. Choose another',
  failed: 'The picture could not be cut. Try a smaller one',
}

/** Words of the cropper. */
export const WORDS = { zh, en }
