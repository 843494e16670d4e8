/**
 * Words that passwords of leaked lists are made of, lower case, without digits and signs at their ends: `Password2024!`
 * is `password`. A password is weak when nothing else is left of it.
 */
const WEAK_WORDS = new Set(
  (
    'password passwd passwort passw0rd p@ssword p@ssw0rd pass admin administrator root user guest test testing demo ' +
    'welcome login letmein master changeme default secret system manager server mail email webmail mailbox company ' +
    'qwerty qwertyuiop qwer asdf asdfgh asdfghjkl zxcv zxcvbn zxcvbnm qazwsx qazwsxedc wsxedc qaz wsx edc qweasd ' +
    'qweasdzxc asdzxc zaqxsw mnbvcxz poiuytrewq qwert yuiop hjkl iloveyou woaini woaiwojia woaizhongguo sunshine ' +
    'princess dragon monkey football baseball superman batman shadow michael jordan charlie computer internet ' +
    'hello helloworld world freedom whatever trustno starwars pokemon google facebook alibaba taobao tencent weixin ' +
    'wechat huawei xiaomi baidu beijing shanghai guangzhou shenzhen nanjing zhongguo china mima denglu guanliyuan ' +
    'yonghu ceshi moren yanshu a aa ab abc abcd aaaa qq xx zz mm'
  ).split(' '),
)

/** Whole passwords of such lists that are made of digits, or of digits and letters by turns. */
const WEAK_WHOLE = new Set(
  (
    '5201314 1314520 520520 7758521 7758258 147258369 147258 159357 159753 112233 11223344 123123 123321 121212 ' +
    '1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc q1w2e3 q1w2e3r4 q1w2e3r4t5 a1b2c3 a1b2c3d4 z1x2c3 zaq12wsx ' +
    '1qazxsw2 1qaz@wsx 1qaz!qaz 1qaz@wsx3edc !qaz2wsx !qaz@wsx p@ssw0rd1'
  ).split(' '),
)

/** Letters that stand for others in such passwords. */
const PLAIN: Readonly<Record<string, string>> = { '@': 'a', '0': 'o', '1': 'i', '3': 'e', $: 's', '5': 's', '7': 't' }

/** Whether a password stands on the list of weak ones, in any case and whatever digits and signs surround it. */
export function isWeakPassword(password: string): boolean {
  const lower = password.toLowerCase()
  const bare = lower.replace(/^[^a-z]+|[^a-z]+$/g, '')
  const plain = bare.replace(/[@013$57]/g, (sign) => PLAIN[sign] ?? sign)
  return [lower, bare].some((text) => WEAK_WHOLE.has(text)) || [bare, plain].some((text) => WEAK_WORDS.has(text))
}
