/** Files in a bucket of S3 or a compatible object store. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { S3Client } from '@aws-sdk/client-s3'
import type { Secret } from '../../core/config.ts'
import { AppError } from '../../core/errors.ts'
import { filesUnavailable, isDiskFull } from '../../core/exhaustion.ts'
import type { Files } from '../../core/files.ts'
import { checkFileName, measureStream } from './measure.ts'

/** Maximum size of an upload in one request to S3. */
const ONE_PIECE_MAX = 5 * 1024 ** 3

interface S3Location {
  readonly bucket: string
  /** Empty, or with a trailing slash. */
  readonly prefix: string
  readonly endpoint: string | undefined
  readonly region: string
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined
}

/** @throws Error that names the invalid part, never the URL, which can contain credentials */
export function readS3Url(text: string): S3Location {
  const url = URL.parse(text)
  if (url === null || url.protocol !== 's3:') throw new Error('FILES_URL: must be s3://bucket/prefix.')
  const folder = url.pathname.replaceAll(/^\/+|\/+$/g, '')
  if (folder !== '' && !/^[A-Za-z0-9._/-]+$/.test(folder))
    throw new Error('FILES_URL: the prefix contains unsupported characters.')
  const endpoint = url.searchParams.get('endpoint') ?? undefined
  if (endpoint !== undefined && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) {
    throw new Error('FILES_URL: endpoint must begin with https:// or http://.')
  }
  if ((url.username === '') !== (url.password === '')) throw new Error('FILES_URL: an access key requires its secret.')
  return {
    bucket: decodeURIComponent(url.host),
    prefix: folder === '' ? '' : `${folder}/`,
    endpoint,
    region: url.searchParams.get('region') ?? 'us-east-1',
    credentials:
      url.username === ''
        ? undefined
        : { accessKeyId: decodeURIComponent(url.username), secretAccessKey: decodeURIComponent(url.password) },
  }
}

/**
 * @param url `s3://key:secret@bucket/prefix?endpoint=…&region=…`; without a key, the environment variables of AWS apply
 */
export function openS3Files(url: Secret): Files {
  const place = readS3Url(url.reveal())
  const object = (name: string) => ({ Bucket: place.bucket, Key: place.prefix + checkFileName(name) })
  let client: Promise<S3Client> | undefined
  const connect = () => {
    client ??= createClient(place)
    return client
  }
  return {
    /** Writes to a temporary file first, because S3 requires the size in advance and the limit must be enforced. */
    async put(name, body, limits) {
      const target = object(name)
      const folder = await mkdtemp(join(tmpdir(), 'parley-file-'))
      const aside = join(folder, 'file')
      try {
        const hash = createHash('sha256')
        let size = 0
        const show = (chunk: Buffer) => {
          size += chunk.length
          hash.update(chunk)
        }
        await pipeline(
          body,
          measureStream(Math.min(limits.max, ONE_PIECE_MAX), show),
          createWriteStream(aside, { mode: 0o600, flags: 'wx' }),
        )
        const digest = hash.digest()
        const { PutObjectCommand } = await import('@aws-sdk/client-s3')
        await (await connect()).send(
          new PutObjectCommand({
            ...target,
            Body: createReadStream(aside),
            ContentLength: size,
            ChecksumSHA256: digest.toString('base64'),
          }),
        )
        return { size, sha256: digest.toString('hex') }
      } catch (error) {
        throw toStoreError(error)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    async get(name, range) {
      const { GetObjectCommand } = await import('@aws-sdk/client-s3')
      const part = range === undefined ? {} : { Range: `bytes=${range.first}-${range.last}` }
      try {
        const found = await (await connect()).send(new GetObjectCommand({ ...object(name), ...part }))
        const size = range === undefined ? found.ContentLength : wholeSize(found.ContentRange)
        if (!(found.Body instanceof Readable) || size === undefined) {
          throw new Error('The file store returned a response without body or size.')
        }
        return { size, body: found.Body }
      } catch (error) {
        if ((error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404) return undefined
        throw toStoreError(error)
      }
    },
    async delete(name) {
      const { DeleteObjectCommand } = await import('@aws-sdk/client-s3')
      await (await connect())
        .send(new DeleteObjectCommand(object(name)))
        .catch((error) => Promise.reject(toStoreError(error)))
    },
    async check() {
      const { HeadBucketCommand } = await import('@aws-sdk/client-s3')
      try {
        await (await connect()).send(new HeadBucketCommand({ Bucket: place.bucket }))
      } catch (error) {
        // A key with access to objects may lack access to the bucket.
        const status = getHttpStatus(error)
        if (status === undefined || status >= 500 || status === 404) throw toStoreError(error)
      }
    },
    async form(name, limits) {
      const { Bucket, Key } = object(name)
      const { createPresignedPost } = await import('@aws-sdk/s3-presigned-post')
      return createPresignedPost(await connect(), {
        Bucket,
        Key,
        Conditions: [['content-length-range', 0, Math.min(limits.max, ONE_PIECE_MAX)]],
        Expires: limits.seconds,
      })
    },
  }
}

const getHttpStatus = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } } | undefined)?.$metadata?.httpStatusCode

/**
 * Converts errors of an unavailable or failing store to a temporary error. Rejections, such as an invalid key, concern
 * the operator and are returned unchanged. So are errors of this side: a limit, a full disk, a disconnected client.
 */
function toStoreError(error: unknown): unknown {
  if (error instanceof AppError || isDiskFull(error)) return error
  const { code, name } = error as { code?: unknown; name?: unknown }
  const status = getHttpStatus(error)
  const isAway =
    (status !== undefined && (status >= 500 || status === 429)) ||
    (typeof code === 'string' && AWAY.has(code)) ||
    (typeof name === 'string' && AWAY.has(name))
  return isAway ? filesUnavailable(error) : error
}

const AWAY = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['TimeoutError', 'RequestTimeout', 'SlowDown', 'ServiceUnavailable', 'InternalError', 'NetworkingError'],
])

/**
 * `bytes 0-99/1234` → 1234. Undefined if the store returned something other than the range (RFC 9110, section 14.4).
 */
function wholeSize(contentRange: string | undefined): number | undefined {
  const size = /^bytes \d+-\d+\/(\d+)$/.exec(contentRange ?? '')?.[1]
  return size === undefined ? undefined : Number(size)
}

async function createClient(place: S3Location): Promise<S3Client> {
  // Loaded on demand, because it takes as long as loading the rest of the service.
  const { S3Client } = await import('@aws-sdk/client-s3')
  return new S3Client({
    region: place.region,
    // Not all S3-compatible stores support checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Other stores rarely have a host name for each bucket.
    ...(place.endpoint === undefined ? {} : { endpoint: place.endpoint, forcePathStyle: true }),
    // A store that doesn't respond must not block callers.
    requestHandler: { connectionTimeout: 3_000, socketTimeout: 60_000 },
    // Without a logger, the SDK writes warnings to the console. Errors are logged with their requests.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    ...(place.credentials === undefined ? {} : { credentials: place.credentials }),
  })
}
