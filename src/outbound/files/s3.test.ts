import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Secret } from '../../core/config.ts'
import { openS3Files, readS3Url } from './s3.ts'

const NAME = '01a1fd22-262b-735f-aa3a-6fbb4e24c3c7/media/01a1fd22.webm'
const PATH = `/recordings/parley/live/${NAME}`
const content = Buffer.from('some bytes, among them \0 and \xff', 'latin1')
const sha256 = createHash('sha256').update(content).digest()

interface Asked {
  readonly method: string | undefined
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/** Fake server with the required functions of a bucket. */
let server: Server
let asked: Asked[]
let kept: Map<string, Buffer>
let broken: boolean
let ignoresRanges: boolean
beforeEach(async () => {
  asked = []
  kept = new Map()
  broken = false
  ignoresRanges = false
  server = createServer(async (request, response) => {
    const body = await buffer(request)
    const path = new URL(request.url ?? '', 'http://s3').pathname
    asked.push({ method: request.method, path, headers: request.headers, body })
    if (broken) response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
    else if (request.method === 'PUT') {
      kept.set(path, body)
      response.end()
    } else if (request.method === 'DELETE') {
      kept.delete(path)
      response.writeHead(204).end()
    } else {
      const found = kept.get(path)
      const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
      if (found === undefined) response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
      else if (first !== undefined && last !== undefined && !ignoresRanges) {
        const part = found.subarray(Number(first), Number(last) + 1)
        const told = { 'content-length': part.length, 'content-range': `bytes ${first}-${last}/${found.length}` }
        response.writeHead(206, told).end(part)
      } else response.writeHead(200, { 'content-length': found.length }).end(found)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

const endpoint = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const store = () =>
  openS3Files(new Secret(`s3://KEY:se%2Fcret@recordings/parley/live/?endpoint=${endpoint()}&region=eu-north-1`))
const put = (body: Buffer | Readable, max = 1_000) =>
  store().put(NAME, body instanceof Readable ? body : Readable.from([body]), { max })

describe('the bucket', () => {
  it('gets the bytes with size and digest, signed, under its prefix', async () => {
    expect(await put(content)).toEqual({ size: content.length, sha256: sha256.toString('hex') })
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({ method: 'PUT', path: PATH, body: content })
    expect(asked[0]?.headers).toMatchObject({
      'content-length': String(content.length),
      'x-amz-checksum-sha256': sha256.toString('base64'),
      authorization: expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=KEY\/\d{8}\/eu-north-1\/s3\/aws4_request/),
    })
  })

  it('gives the part that is asked for, and the size of the whole', async () => {
    await put(content)
    const found = await store().get(NAME, { first: 5, last: 11 })
    expect(found?.size).toBe(content.length)
    expect(await buffer(found?.body ?? Readable.from([]))).toEqual(content.subarray(5, 12))
    ignoresRanges = true
    await expect(store().get(NAME, { first: 5, last: 11 })).rejects.toThrow('without body or size')
  })

  it('gives back what was put', async () => {
    await put(content)
    const found = await store().get(NAME)
    expect(found?.size).toBe(content.length)
    expect(await buffer(found?.body ?? Readable.from([]))).toEqual(content)
  })

  it('knows no file that was not put or was deleted', async () => {
    expect(await store().get(NAME)).toBeUndefined()
    await put(content)
    await store().delete(NAME)
    expect(await store().get(NAME)).toBeUndefined()
    await store().delete(NAME)
  })

  it('makes a form for one file of a limited size, for a limited time', async () => {
    const form = await store().form?.(NAME, { max: 5_000, seconds: 900 })
    expect(form?.url).toBe(`${endpoint()}/recordings`)
    expect(form?.fields).toMatchObject({ bucket: 'recordings', key: `parley/live/${NAME}` })
    const policy = JSON.parse(Buffer.from(form?.fields.Policy ?? '', 'base64').toString())
    expect(policy.conditions).toContainEqual(['content-length-range', 0, 5_000])
    expect(policy.conditions).toContainEqual({ key: `parley/live/${NAME}` })
    const seconds = (Date.parse(policy.expiration) - Date.now()) / 1_000
    expect(seconds).toBeGreaterThan(880)
    expect(seconds).toBeLessThanOrEqual(900)
    expect(asked).toEqual([])
  })
})

describe('it refuses', () => {
  it('more than the limit, before anything is sent', async () => {
    await expect(put(Buffer.alloc(1_001))).rejects.toMatchObject({ code: 'content_too_large' })
    expect(asked).toEqual([])
  })

  it('what breaks off, before anything is sent', async () => {
    const half = Readable.from(
      (async function* () {
        yield Buffer.from('half of')
        throw new Error('connection lost')
      })(),
    )
    await expect(put(half)).rejects.toThrow('connection lost')
    expect(asked).toEqual([])
  })

  it('to take a bucket that is closed to us for one without the file', async () => {
    broken = true
    await expect(put(content)).rejects.toThrow()
    await expect(store().get(NAME)).rejects.toThrow()
    await expect(store().delete(NAME)).rejects.toThrow()
  })

  it.each(['../x', 'a/../x', '/a/b', 'a', 'a/b?c', 'a/%2e%2e/x'])('the name %j', async (name) => {
    const files = store()
    await expect(files.put(name, Readable.from([content]), { max: 100 })).rejects.toThrow('can contain only letters')
    await expect(files.get(name)).rejects.toThrow('can contain only letters')
    await expect(files.delete(name)).rejects.toThrow('can contain only letters')
    await expect(files.form?.(name, { max: 1, seconds: 1 })).rejects.toThrow('can contain only letters')
    expect(asked).toEqual([])
  })

  it.each([
    ['https://bucket/x', 'must be s3://bucket/prefix'],
    ['s3://key-word@bucket/x', 'an access key requires its secret'],
    ['s3://a:secret-word@bucket/x?endpoint=ftp://there', 'endpoint must begin with'],
    ['s3://a:secret-word@bucket/x%20y', 'the prefix contains unsupported characters'],
  ])('the address %s, without repeating it', (url, rule) => {
    expect(() => readS3Url(url)).toThrow(rule)
    expect(() => readS3Url(url)).not.toThrow(/secret-word|key-word/)
  })
})

describe('an address', () => {
  it('may leave out everything but the bucket', () => {
    expect(readS3Url('s3://recordings')).toEqual({
      bucket: 'recordings',
      prefix: '',
      endpoint: undefined,
      region: 'us-east-1',
      credentials: undefined,
    })
  })
})
