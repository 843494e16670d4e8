/** A phone number as it is compared: digits alone, without the prefix of China. '' for what is no number. */
export function phoneDigits(phone: string): string {
  const bare = phone.normalize('NFKC').replace(/[\s().-]/g, '')
  const digits = /^(?:\+86|0086)?(\d{7,15})$/.exec(bare)?.[1] ?? ''
  return /^86\d{11}$/.test(digits) ? digits.slice(2) : digits
}

/** A number that receives short messages: a mobile number of China (§5, "well-formed"). */
export const isMobilePhone = (phone: string): boolean => /^1[3-9]\d{9}$/.test(phoneDigits(phone))
