/** The syllables of Mandarin without tones (ü as v), in the order in which a browser sorts Chinese by pinyin. */
export const SYLLABLES: readonly string[] = (
  'a ai an ang ao ba bai ban bang bao bei ben beng bi bian biao bie bin bing bo bu ca cai can cang cao ce ceng ' +
  'cha chai chan chang chao che chen cheng chi chong chou chu chuai chuan chuang chui chun chuo ci cong cou cu ' +
  'cuan cui cun cuo da dai dan dang dao de deng di dian diao die ding diu dong dou du duan dui dun duo e en er ' +
  'fa fan fang fei fen feng fo fou fu ga gai gan gang gao ge gei gen geng gong gou gu gua guai guan guang gui ' +
  'gun guo ha hai han hang hao he hei hen heng hong hou hu hua huai huan huang hui hun huo ji jia jian jiang ' +
  'jiao jie jin jing jiong jiu ju juan jue jun ka kai kan kang kao ke ken keng kong kou ku kua kuai kuan kuang ' +
  'kui kun kuo la lai lan lang lao le lei leng li lia lian liang liao lie lin ling liu long lou lu lv luan lve ' +
  'lun luo ma mai man mang mao me mei men meng mi mian miao mie min ming miu mo mou mu na nai nan nang nao ne ' +
  'nei nen neng ni nian niang niao nie nin ning niu nong nu nv nuan nve nuo o ou pa pai pan pang pao pei pen ' +
  'peng pi pian piao pie pin ping po pou pu qi qia qian qiang qiao qie qin qing qiong qiu qu quan que qun ran ' +
  'rang rao re ren reng ri rong rou ru ruan rui run ruo sa sai san sang sao se sen seng sha shai shan shang ' +
  'shao she shen sheng shi shou shu shua shuai shuan shuang shui shun shuo si song sou su suan sui sun suo ta ' +
  'tai tan tang tao te teng ti tian tiao tie ting tong tou tu tuan tui tun tuo wa wai wan wang wei wen weng wo ' +
  'wu xi xia xian xiang xiao xie xin xing xiong xiu xu xuan xue xun ya yan yang yao ye yi yin ying yo yong you ' +
  'yu yuan yue yun za zai zan zang zao ze zei zen zeng zha zhai zhan zhang zhao zhe zhen zheng zhi zhong zhou ' +
  'zhu zhua zhuai zhuan zhuang zhui zhun zhuo zi zong zou zu zuan zui zun zuo'
).split(' ')

/** For each of {@link SYLLABLES} the character that is sorted first among those read so. */
export const FIRST_OF_SYLLABLE: readonly string[] = [
  ...('吖哎安肮凹丷紦扳邦勹卑奔獖屄边灬憋汃氞癶峬簿囃参仓撡艹嵾叉芆辿伥蟐车抻阷吃充抽出橻巛刅吹旾逴呲匆凑粗汆崔乼搓咑呆鮘当刀嘚' +
    '扥氐嗲刁爹丁丟东吺厾耑垖吨多妸诶鞥发帆匚飞分丰覅紑夫旮侅甘冈皋戈给根刯工勾估瓜乖关光撗丨呙哈咍嚡夯茠诃黒拫亨噷齁乎花怀欢' +
    '巟灰昏吙丌加戋橺艽鵤巾坕燝丩凥爠噘军咔开刊忼尻匼剋劥空抠扝夸蒯宽匡亏鑎尡垃来兰啷唥仂雷嘞哩俩倆良煷毟拎伶瀮囖瞜噜驴娈掠擽' +
    '啰呣埋嫚牤猫嚒癦椚擝咪宀喵乜民名谬摸怽毪縸腉囡囔孬疒娞恁能嗯拈娘鸟捏囜宁妞农羺女奻疟黁喔讴妑拍眅乓抛呸喷匉丕囨剽氕姘乒蘋' +
    '桲仆巬掐千呛悄苆亲靑卭丘区迲炔夋呥穣娆惹人扔日戎厹邚挼婑瞤捼仨虄三橵掻閪森僧杀繌山伤弰奢谁升尸収书刷衰闩双脽吮说厶忪凁苏' +
    '狻夊孙唆他囼粏賧夲忑熥剔趯旫螩厅囲偷綉湍推吞畽屲歪弯尢危煀呚挝乌錻呷仙乡灱恷心星裄休吁吅削坃丫恹央羪鑰一囙应哟佣优蒏澚曰' +
    '晕繧災兂匨傮则伬怎譛扎夈枬张佋蜇贞凧之徔州朱抓跩专妆隹宒拙乲宗潈楱钻厜穝嘬'),
]

/** Further readings of characters that names of folders use in more than one. */
export const OTHER_READINGS: ReadonlyMap<string, string> = new Map(
  '长 chang 重 chong 行 hang 会 kuai 调 tiao 调 diao 乐 yue 单 shan 系 ji 校 jiao 率 lv 传 zhuan 模 mu 藏 zang 参 shen 地 di'
    .split(' ')
    .reduce<[string, string][]>((pairs, word, at, words) => {
      if (at % 2 === 0) pairs.push([word, words[at + 1] ?? ''])
      return pairs
    }, []),
)
