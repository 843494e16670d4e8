import { listOf } from './listOf.ts'
import type { PhraseLists } from './phrases.ts'

export const ENGLISH: PhraseLists = {
  urgency: listOf(`
    urgent*|immediately|right now|expires today|expire today|expires soon|expires in|expire soon|within…hours
    in…hours|final notice|before midnight|before the end of today|the end of the day|today|as soon as possible|asap
    action needed|action required|limited places|in three days|before it is deleted|before friday|this afternoon
    last chance
  `),
  money: listOf(`
    wire|bank account|bank details|bank information|gift card|gift cards|new account|payment*|pay|refund*|invoice*
    billing|salary|salaries|payroll|direct deposit|fee|card number|swift copy|iban|beneficiary|remittance|usd|bonus
    customs|overdue bill|bitcoin|usdt|deposit
  `),
  credentials: listOf(`
    confirm…password|verify…password|enter…password|re-enter…password|validate…password|confirm…account
    verify…account|validate…account|verify…identity|confirm…identity|enter…credentials|confirm…card
    enter…card|confirm…mailbox|verify…mailbox|confirm…bank|verify…bank|re-submit|sign in with|log in with
    signing in|logging in|sign in to|log in to|work email|work e-mail|work account|mail account|mail login
    mail password|email password|current password|same password|login details|recovery phrase|restore access
    restore your|re-register|re-enrol*|your authenticator|enter your password|with your password|sign-in approval
    security token|keep my mailbox|increase quota|release messages|release all messages|sign in|scan the code
    confirm your identity|confirm your email and password|unlock your account
  `),
  papers: listOf(`
    card number…security code|card and social security|social security number|bank details and a copy
    copy of your passport|id numbers and salaries|confirm your bank details|re-submit direct deposit|recovery phrase
    confirm your card|bank statements and the customer list
  `),
  secrecy: listOf(`
    confidential|keep it between us|between us|do not call|no calls|do not tell|don't tell|do not discuss
    strictly private|are you available|are you free|are you at your desk|at your desk|can only email
    do not copy others|quick task|do not call the police|cannot talk
  `),
  threat: listOf(`
    suspend*|deactivat*|disabled|locked|limited|will be closed|will be deleted|is returned|be returned|legal action
    overdue|unusual sign-in|unusual activity|otherwise messages are lost|messages are lost|revoked|removed|on hold
    will be released|was reported|expired|leaked|disconnected|failure to comply|terminated
  `),
  prize: listOf(`
    you have won|you won|have been selected to receive|were selected to receive|drawn as a winner|lottery
    compensation fund|compensation payment|claim your refund|unclaimed refund|entitled to a refund
    eligible for a refund|claim your holiday bonus|inheritance
  `),
  scam: listOf(`
    late client|donate…million|million usd|you will keep…percent|inheritance|next of kin|guaranteed daily profit
    double your|earn…a day from home|like videos|small deposit for each task|whatsapp or telegram|loan…approved
    to release the funds|buy…gift cards|pick up…gift cards|apple gift cards|amazon gift cards|itunes gift cards
    steam gift cards|pictures of the codes|scratch them|not order this, call|will be charged…antivirus
    my salary paid into|changed banks|salary…new one|a list of employees|the list of employees|compensation fund
    drawn as a winner|selected to receive|claim…handling fee|need a wire|closing an acquisition|wire of…usd sent
  `),
  extortion: listOf(`
    bitcoin|recorded you|recorded a video|hacked your|full access to your device|turned on your webcam
    to avoid publication|have been encrypted|everybody will see|btc
  `),
  inHouse: listOf(`
    your mailbox|mailbox full|mailbox has reached|incoming mail is held|inactive mailboxes|messages to you were
    messages are pending|undelivered messages|message* pending release|all staff|voice message|voicemail|missed call
    left you a vm|caller left|payroll|direct deposit|your password expires|password expiry|your work account
    your work email|mail migration|server upgrade|employee handbook|performance review|salary review|expense claim
    holiday bonus|parking registration|your badge|authenticator|two-step verification|security token|received a fax
    shared with you|secure document|mfa renewal|re-register your device|storage policy|session expired
    encrypted message|waiting for your signature|signature requested|your session|new salary
  `),
  payee: listOf(`
    change of bank|bank details have changed|bank has changed|updated remittance|new bank|to the new account
    to the account below|do not use the old|previous account is closed|bank account is under audit|beneficiary bank
    new account in the attachment|updated bank
  `),
  macros: listOf(`
    enable editing|enable content|enable macros|enable the macros|allow macros|macros…after opening
    content after opening
  `),
  scan: listOf(`
    scan the code|scan the qr|scan this code|scan the attached|scan with your|qr code
  `),
  asks: listOf(`
    click|sign in|log in|verify|confirm|open the attach*|open the file|listen|scan|claim|view|review|release
    download
  `),
  feeFirst: listOf(`
    processing fee|handling fee|release fee|clearance fee|insurance fee|redelivery fee|customs fee|pay…shipping
    pay the small fee|prepaid card|usd handling fee
  `),
  warns: listOf(`
    scam*|phishing|fraud*|never ask*|never enter|never share|never send|never give|if this was you|if it was not you
    if you did not|if not, review|never by mail|did not request
  `),
}
