import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../core/config.ts'
import { describeConnections, isOwnAddress, measureDistance } from './connections.ts'

describe('the distance of a host', () => {
  it.each([
    ['127.0.0.1', 'machine'],
    ['[::1]', 'machine'],
    ['localhost', 'machine'],
    ['10.20.30.40', 'private'],
    ['8.8.8.8', 'public'],
    ['nowhere.invalid', 'unknown'],
  ])('%s is %s', async (host, expected) => expect(await measureDistance(host)).toBe(expected))

  it('includes the other addresses of this machine', () => {
    const addresses = Object.values(networkInterfaces()).flatMap((list) => list?.map(({ address }) => address) ?? [])
    expect(addresses.length).toBeGreaterThan(0)
    for (const address of addresses) expect([address, isOwnAddress(address)]).toEqual([address, true])
    expect(isOwnAddress('::ffff:127.0.0.1')).toBe(true)
    expect(isOwnAddress('no address')).toBe(false)
  })
})

describe('connections of settings', () => {
  const read = async (settings: Readonly<Record<string, string>>, environment = {}) =>
    (await describeConnections(readConfig(settings), environment)).map(
      ({ setting, host, distance, isEncrypted, isVerified }) =>
        `${setting} ${host} ${distance} ${isEncrypted} ${isVerified}`,
    )

  it('have none by default', async () => expect(await read({})).toEqual([]))

  it.each<[string, Record<string, string>, Record<string, string>, string[]]>([
    [
      'files without TLS',
      { FILES_URL: 's3://k:s@bucket/?endpoint=http://10.0.0.9:9000' },
      {},
      ['FILES_URL 10.0.0.9 private false false'],
    ],
    [
      'files at the endpoint of the environment',
      { FILES_URL: 's3://bucket' },
      { AWS_ENDPOINT_URL: 'http://127.0.0.1:9000' },
      ['FILES_URL 127.0.0.1 machine false false'],
    ],
    [
      'rate limits with and without TLS',
      { LIMITS_STORE: 'rediss://:word@10.0.0.7:6379/0' },
      {},
      ['LIMITS_STORE 10.0.0.7 private true true'],
    ],
    [
      'rate limits without TLS',
      { LIMITS_STORE: 'redis://10.0.0.7' },
      {},
      ['LIMITS_STORE 10.0.0.7 private false false'],
    ],
    [
      'models and transcription',
      {
        ...{ MODEL_PROVIDER: 'openai', MODEL_URL: 'http://10.0.0.1/v1', MODEL_NAME: 'm' },
        ...{ EMBEDDING_PROVIDER: 'openai', EMBEDDING_URL: 'https://10.0.0.2/v1', EMBEDDING_MODEL: 'e' },
        TRANSCRIBER_URL: 'http://localhost:8000/v1',
      },
      {},
      [
        ...['MODEL_URL 10.0.0.1 private false false', 'EMBEDDING_URL 10.0.0.2 private true true'],
        'TRANSCRIBER_URL localhost machine false false',
      ],
    ],
  ])('%s', async (_, settings, environment, expected) => expect(await read(settings, environment)).toEqual(expected))

  it.each([
    ['smtps://10.0.0.3', ['SMTP_URL 10.0.0.3 private true true']],
    ['smtps://10.0.0.3?tls.rejectUnauthorized=false', ['SMTP_URL 10.0.0.3 private true false']],
    ['smtp://user:word@10.0.0.3:587', ['SMTP_URL 10.0.0.3 private true true']],
    ['smtp://user:word@10.0.0.3?ignoreTLS=true', ['SMTP_URL 10.0.0.3 private false false']],
    // The server decides, so nothing is certain.
    ['smtp://10.0.0.3', []],
  ])('email, %s', async (SMTP_URL, expected) =>
    expect(await read({ SMTP_URL, MAIL_FROM: 'parley@example.com' })).toEqual(expected),
  )
})
