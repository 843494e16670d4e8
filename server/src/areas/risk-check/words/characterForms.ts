/** Traditional characters of the words that rules look for, each followed by its simplified form. */
const TRADITIONAL =
  '帳账戶户號号碼码驗验證证點点擊击鏈链結结續续爲为為为請请錄录開开關关閉闭滿满異异統统係系檢检測测將将凍冻結结銀银匯汇轉转' +
  '錢钱費费繳缴納纳稅税務务補补貼贴領领獎奖獲获發发條条內内時时間间單单據据認认實实權权庫库傳传郵邮箱箱電电話话' +
  '線线網网頁页資资訊讯訂订購购貨货運运遞递險险優优惠惠貸贷額额業业員员會会計计經经總总動动處处確确讓让儘尽盡尽' +
  '啟启用用啓启編编輯辑檔档壓压縮缩掃扫描描圖图維维護护級级復复無无過过刪删除除鎖锁隱隐視视頻频錶表機机構构執执' +
  '機机數数據据萬万億亿幣币賬账兌兑換换專专櫃柜櫥橱協协議议個个人人類类別别親亲愛爱戶户臺台湾湾備备註注冊册屬属' +
  '試试應应該该當当與与來来這这邊边種种樣样還还進进選选擇择製制聯联絡络繫系責责貴贵賠赔償偿還还產产價价東东'

/** Letters of other scripts that are drawn like a Latin one, each followed by it. */
const LATIN_LIKE = 'аaеeоoрpсcуyхxіiјjѕsһhԁdɡgӏlвbмmнhтtкkαaοoρpνvκkιiυuτt'

const pairsOf = (text: string): ReadonlyMap<string, string> => {
  const characters = [...text]
  return new Map(
    characters.flatMap((character, at) => (at % 2 === 0 ? [[character, characters[at + 1] ?? character]] : [])),
  )
}

/** One character for one, so that places in the text stay the same. */
export const SIMPLIFIED: ReadonlyMap<string, string> = pairsOf(TRADITIONAL)
export const LATIN: ReadonlyMap<string, string> = pairsOf(LATIN_LIKE)
