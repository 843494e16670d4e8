import {
  type Bytes,
  type Certificate,
  encryptPart,
  fromText,
  generateKey,
  issueCertificate,
  type PrivateKey,
  writeName,
} from '@yanshu/cms'

/** A person with a key and the certificate of it, which signs itself: the server judges no chain. */
export interface KeyedPerson {
  readonly key: PrivateKey
  readonly certificate: Certificate
}

export async function personWith(address: string): Promise<KeyedPerson> {
  const { privateKey, publicKey } = await generateKey('p-256')
  const dates = { notBefore: new Date(Date.now() - 60_000), notAfter: new Date(Date.now() + 3_600_000) }
  const content = { subject: writeName({ commonName: address }), publicKey, addresses: [address], ...dates }
  const certificate = await issueCertificate({ ...content, use: 'mail' }, { key: privateKey, certificate: null })
  return { key: privateKey, certificate }
}

/** The content of a mail with its own fields, as the page protects it. */
export function contentPart(mail: Uint8Array): Bytes {
  const [head = '', ...body] = Buffer.from(mail).toString('latin1').split('\r\n\r\n')
  const fields = head.split(/\r\n(?![ \t])/).filter((field) => /^content-/i.test(field))
  return fromText(`${fields.join('\r\n')}\r\n\r\n${body.join('\r\n\r\n')}`)
}

/** A part that these people open. */
export const sealedTo = (part: Bytes, people: readonly KeyedPerson[]): Promise<Bytes> =>
  encryptPart(part, {
    recipients: people.map(({ certificate }) => certificate),
    cipher: 'AES-256-CBC',
    rsa: 'PKCS1-v1_5',
  })

/** What a person opens a mail with. */
export const keysOf = ({ key, certificate }: KeyedPerson) => ({
  keys: [{ privateKey: key, certificates: [certificate] }],
  certificates: [],
})
