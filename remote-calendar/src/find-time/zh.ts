/** What the dialog that finds a time shows; it comes with the dialog. */
export default {
  title: '查找时间',
  within: '范围',
  weeks: { '1': '一周内', '2': '两周内', '4': '四周内' },
  room: '需要会议室',
  suggestions: '大家都有空的时间',
  none: '这段时间里找不到所有人都有空的时段，试试放宽范围或缩短时长',
  unknown: '看不到 {{names}} 的忙闲',
  hidden: '不公开忙闲',
  use: '采用 {{when}}',
  do: '采用',
  people: '当天忙闲',
  seats: '{{count}} 座',
  failed: '忙闲信息没有加载出来',
}
