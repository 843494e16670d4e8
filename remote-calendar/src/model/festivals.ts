/** Festivals and legal holidays by the names that the server has for them. */
const FESTIVALS: Readonly<Record<string, string>> = {
  元旦: 'New Year',
  腊八节: 'Laba Festival',
  除夕: 'New Year’s Eve',
  春节: 'Spring Festival',
  元宵节: 'Lantern Festival',
  龙头节: 'Dragon Head Day',
  上巳节: 'Shangsi Festival',
  清明节: 'Qingming',
  端午节: 'Dragon Boat',
  七夕节: 'Qixi',
  中元节: 'Ghost Festival',
  中秋节: 'Mid-Autumn',
  重阳节: 'Double Ninth',
  冬至节: 'Winter Solstice',
  妇女节: 'Women’s Day',
  植树节: 'Arbor Day',
  劳动节: 'Labour Day',
  青年节: 'Youth Day',
  儿童节: 'Children’s Day',
  教师节: 'Teachers’ Day',
  国庆节: 'National Day',
  国庆中秋: 'National Day and Mid-Autumn',
}

/** A festival or a holiday in English; as it is given where it is another one, such as one of the operator's file. */
export const festivalInEnglish = (name: string): string => FESTIVALS[name] ?? name
