import { createPublicKey, type KeyObject, verify, X509Certificate } from 'node:crypto'
import { TranscriptFault } from '../model.ts'
import { asArray, asObject, asString, checkJson, isObject, type JsonObject, member } from './json-value.ts'

const ALGORITHMS: Readonly<Record<string, { hash: string | null; options: object; keyType: string }>> = {
  RS256: { hash: 'sha256', options: {}, keyType: 'rsa' },
  RS384: { hash: 'sha384', options: {}, keyType: 'rsa' },
  RS512: { hash: 'sha512', options: {}, keyType: 'rsa' },
  PS256: { hash: 'sha256', options: { padding: 6, saltLength: 32 }, keyType: 'rsa' },
  PS384: { hash: 'sha384', options: { padding: 6, saltLength: 48 }, keyType: 'rsa' },
  PS512: { hash: 'sha512', options: { padding: 6, saltLength: 64 }, keyType: 'rsa' },
  ES256: { hash: 'sha256', options: { dsaEncoding: 'ieee-p1363' }, keyType: 'ec' },
  ES384: { hash: 'sha384', options: { dsaEncoding: 'ieee-p1363' }, keyType: 'ec' },
  ES512: { hash: 'sha512', options: { dsaEncoding: 'ieee-p1363' }, keyType: 'ec' },
  EdDSA: { hash: null, options: {}, keyType: 'ed25519' },
}

/**
 * Payload of a signed vCon: JWS general JSON serialization (RFC 7515, section 7.2.1).
 *
 * Every signature that contains its key (`x5c` or `jwk`) must be valid. That proves integrity, not identity:
 * certificate chains aren't checked. Signatures that only refer to a key (`x5u`, `kid`) are skipped, because reading
 * doesn't fetch anything. Uses Node.js cryptography, because jose has no synchronous verification.
 */
export function verifyPayload(jws: JsonObject): JsonObject {
  const payload = asString(member(jws, 'payload'), '/payload')
  const signatures = asArray(member(jws, 'signatures'), '/signatures')
  if (signatures.length === 0)
    throw new TranscriptFault('A signed vCon must have at least one signature.', { pointer: '/signatures' })
  if (signatures.length > 100)
    throw new TranscriptFault('A vCon can have at most 100 signatures.', { pointer: '/signatures' })
  for (const [index, signature] of signatures.entries()) {
    checkSignature(asObject(signature, `/signatures/${index}`), payload, `/signatures/${index}`)
  }
  const value = parsePart(payload, '/payload')
  checkJson(value)
  return value
}

function checkSignature(signature: JsonObject, payload: string, at: string): void {
  const encoded = asString(member(signature, 'protected') ?? '', `${at}/protected`)
  const shielded = encoded === '' ? {} : parsePart(encoded, `${at}/protected`)
  const open = member(signature, 'header')
  const headers = [shielded, isObject(open) ? open : {}]
  if (member(shielded, 'crit') !== undefined) {
    throw new TranscriptFault('The signature requires an extension that is not supported.', {
      pointer: `${at}/protected`,
    })
  }
  const key = readPublicKey(headers, at)
  if (key === undefined) return
  const name = headers.map((header) => member(header, 'alg')).find((alg) => alg !== undefined)
  const algorithm = typeof name === 'string' && Object.hasOwn(ALGORITHMS, name) ? ALGORITHMS[name] : undefined
  if (algorithm === undefined || algorithm.keyType !== key.asymmetricKeyType) {
    throw new TranscriptFault('The signature algorithm is not supported for its key.', { pointer: at })
  }
  const bytes = Buffer.from(asString(member(signature, 'signature'), `${at}/signature`), 'base64url')
  if (!isValid(algorithm, `${encoded}.${payload}`, key, bytes)) {
    throw new TranscriptFault("The signature doesn't match the content. The vCon was changed after signing.", {
      pointer: at,
    })
  }
}

function isValid(
  { hash, options }: { hash: string | null; options: object },
  input: string,
  key: KeyObject,
  signature: Buffer,
): boolean {
  try {
    return verify(hash, Buffer.from(input), { key, ...options }, signature)
  } catch {
    return false
  }
}

function readPublicKey(headers: readonly JsonObject[], at: string): KeyObject | undefined {
  for (const header of headers) {
    const chain = member(header, 'x5c')
    const jwk = member(header, 'jwk')
    if (chain === undefined && jwk === undefined) continue
    try {
      if (Array.isArray(chain) && typeof chain[0] === 'string') {
        return new X509Certificate(Buffer.from(chain[0], 'base64')).publicKey
      }
      if (isObject(jwk)) return createPublicKey({ key: { ...jwk }, format: 'jwk' })
    } catch {
      // Reported below with a fixed message.
    }
    throw new TranscriptFault("The key in the signature can't be read.", { pointer: at })
  }
  return undefined
}

function parsePart(encoded: string, pointer: string): JsonObject {
  try {
    if (!/[^\w=-]/.test(encoded)) {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64url'))
      const value: unknown = JSON.parse(text)
      if (isObject(value)) return value
    }
  } catch {
    // Reported below with a fixed message.
  }
  throw new TranscriptFault('The value must be a JSON object in base64url.', { pointer })
}
