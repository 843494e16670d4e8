import { SmtpRefusal } from '../../mailflow/smtp/refusal.ts'

/** What a mail program is answered instead of yes; `refusals` of mailflow has the rest. */
export const submissionRefusals = {
  wrongCode: () =>
    new SmtpRefusal(
      535,
      '5.7.8',
      'wrong address or authorization code; the password of the account is not accepted here',
    ),
  wait: () => new SmtpRefusal(454, '4.7.0', 'too many wrong codes from your address, try again later'),
  noLongerLetIn: () => new SmtpRefusal(535, '5.7.8', 'this code has been revoked, or mail programs were switched off'),
  notYourAddress: (address: string) =>
    new SmtpRefusal(553, '5.7.1', `<${asciiOf(address)}>: you may not send from this address`),
  twoFroms: () => new SmtpRefusal(554, '5.6.0', 'the message has more than one From'),
  headerTooLong: () => new SmtpRefusal(552, '5.3.4', 'the header of the message is too long'),
  recipient: (address: string, why: string) => new SmtpRefusal(550, '5.1.1', `<${asciiOf(address)}>: ${why}`),
  tooMany: () => new SmtpRefusal(450, '4.7.1', 'you have sent too many messages within the hour, try again later'),
  mailboxFull: () =>
    new SmtpRefusal(552, '5.2.2', 'your mailbox is full: there is no room for the copy in the folder of sent mails'),
  fileRefused: () => new SmtpRefusal(554, '5.7.1', 'the message carries a file of a type that may not be sent'),
} as const

const asciiOf = (text: string) => text.replace(/[^\x21-\x7e]/g, '?').slice(0, 320)
