/** A self-signed X.509 certificate (RFC 5280) for a key of a test, written in DER by hand. */
import type { KeyObject } from 'node:crypto'

const encode = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const bytes = body.length.toString(16)
  const size = Buffer.from(bytes.length % 2 === 1 ? `0${bytes}` : bytes, 'hex')
  const length =
    body.length < 128 ? Buffer.from([body.length]) : Buffer.concat([Buffer.from([0x80 + size.length]), size])
  return Buffer.concat([Buffer.from([tag]), length, body])
}
const sequence = (...parts: Buffer[]) => encode(0x30, ...parts)
const time = (text: string) => encode(0x18, Buffer.from(text))
/** sha256WithRSAEncryption. */
const ALGORITHM = sequence(encode(0x06, Buffer.from('2a864886f70d01010b', 'hex')), encode(0x05))
const NAME = sequence(
  encode(0x31, sequence(encode(0x06, Buffer.from('550403', 'hex')), encode(0x0c, Buffer.from('identity provider')))),
)

/** @param sign signs with SHA-256 and the private key @returns PEM */
export function selfSigned(key: KeyObject, sign: (bytes: Buffer) => Buffer): string {
  const content = sequence(
    encode(0xa0, encode(0x02, Buffer.from([2]))),
    encode(0x02, Buffer.from([1])),
    ALGORITHM,
    NAME,
    sequence(time('20200101000000Z'), time('21200101000000Z')),
    NAME,
    Buffer.from(key.export({ type: 'spki', format: 'der' })),
  )
  const signature = encode(0x03, Buffer.from([0]), sign(content))
  const lines =
    sequence(content, ALGORITHM, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}
