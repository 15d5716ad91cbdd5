/**
 * Buckets of S3 and compatible stores that organizations connect. The AWS SDK signs requests and reads responses. The
 * requests themselves go through the filter of outgoing addresses, because users enter the endpoint.
 */
import { Readable } from 'node:stream'
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3'
import { type Bucket, type BucketAccess, BucketFault, type ObjectStores } from '../../core/object-stores.ts'
import { type PublicFetch, PublicFetchError } from '../../core/public-fetch.ts'

const PAGE_MAX = 1_000
const LIST_BYTES_MAX = 16 * 1024 * 1024
const LIST_TIMEOUT_MS = 30_000
const GET_TIMEOUT_MS = 3_600_000

/** The part of a request of the SDK that is sent. */
interface SdkRequest {
  readonly protocol: string
  readonly hostname: string
  readonly port?: number
  readonly path: string
  readonly query?: Readonly<Record<string, string | readonly string[] | null>>
  readonly headers: Readonly<Record<string, string>>
}

export const createObjectStores = (fetchPublic: PublicFetch): ObjectStores => ({
  open: (access, signal) => openBucket(fetchPublic, access, signal),
})

function openBucket(fetchPublic: PublicFetch, access: BucketAccess, signal: AbortSignal): Bucket {
  const limits = { timeoutMs: LIST_TIMEOUT_MS, maxBytes: LIST_BYTES_MAX }
  return {
    async list(prefix, after, limit = PAGE_MAX) {
      const client = await createClient(access, (request) => send(fetchPublic, request, { signal, ...limits }))
      const { ListObjectsV2Command } = await import('@aws-sdk/client-s3')
      try {
        const page = await client.send(
          new ListObjectsV2Command({
            ...{ Bucket: access.bucket, Prefix: prefix, MaxKeys: limit },
            ...(after === undefined ? {} : { ContinuationToken: after }),
          }),
        )
        const objects = (page.Contents ?? []).flatMap(({ Key, Size, ETag, LastModified }) =>
          Key === undefined
            ? []
            : [{ key: Key, size: Size ?? 0, tag: withoutQuotes(ETag), changedAt: LastModified ?? new Date(0) }],
        )
        const next = page.NextContinuationToken
        return next === undefined ? { objects } : { objects, next }
      } catch (error) {
        throw toBucketFault(error)
      }
    },
    async get(key, from, maxBytes) {
      const download = { timeoutMs: GET_TIMEOUT_MS, maxBytes }
      const client = await createClient(access, (request) => send(fetchPublic, request, { signal, ...download }))
      const { GetObjectCommand } = await import('@aws-sdk/client-s3')
      const range = from > 0 ? { Range: `bytes=${from}-` } : {}
      try {
        const found = await client.send(new GetObjectCommand({ Bucket: access.bucket, Key: key, ...range }))
        const size = Number(/\/(\d+)$/.exec(found.ContentRange ?? '')?.[1] ?? found.ContentLength ?? Number.NaN)
        if (!(found.Body instanceof Readable) || Number.isNaN(size)) throw new BucketFault('unavailable')
        return { body: found.Body, size, tag: withoutQuotes(found.ETag) }
      } catch (error) {
        throw toBucketFault(error)
      }
    },
  }
}

const withoutQuotes = (tag: string | undefined): string => (tag ?? '').replaceAll('"', '')

async function createClient(
  access: BucketAccess,
  handle: (request: SdkRequest) => Promise<{ response: unknown }>,
): Promise<S3Client> {
  // Loaded on demand, because it takes as long as loading the rest of the service.
  const { S3Client } = await import('@aws-sdk/client-s3')
  return new S3Client({
    region: access.region,
    // Not all S3-compatible stores support checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    credentials: { accessKeyId: access.accessKeyId, secretAccessKey: access.secretAccessKey.reveal() },
    // The job retries, with longer delays.
    maxAttempts: 1,
    ...(access.endpoint === undefined ? {} : { endpoint: access.endpoint, forcePathStyle: true }),
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    requestHandler: { handle } as NonNullable<S3ClientConfig['requestHandler']>,
  })
}

async function send(
  fetchPublic: PublicFetch,
  { protocol, hostname, port, path, query = {}, headers }: SdkRequest,
  limits: { readonly signal: AbortSignal; readonly timeoutMs: number; readonly maxBytes: number },
): Promise<{ response: unknown }> {
  const { host: _host, 'content-length': _length, ...sent } = headers
  const url = `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}${formatQuery(query)}`
  const response = await fetchPublic(url, { headers: sent, ...limits })
  const body = response.body === null ? Readable.from([]) : Readable.fromWeb(response.body)
  return { response: { statusCode: response.status, headers: Object.fromEntries(response.headers), body } }
}

/** Encodes a query as it was signed: RFC 3986, sorted by name. */
function formatQuery(query: NonNullable<SdkRequest['query']>): string {
  const encode = (text: string) =>
    encodeURIComponent(text).replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  const pairs = Object.entries(query)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one) => `${encode(name)}=${encode(String(one ?? ''))}`),
    )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function toBucketFault(error: unknown): unknown {
  if (error instanceof PublicFetchError || error instanceof BucketFault) return error
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } }
  const status = $metadata?.httpStatusCode
  if (name === 'NoSuchBucket') return new BucketFault('no_bucket')
  if (status === 404) return new BucketFault('gone')
  if (status === 401 || status === 403 || (status !== undefined && status >= 300 && status < 400)) {
    return new BucketFault('refused')
  }
  return new BucketFault('unavailable')
}
