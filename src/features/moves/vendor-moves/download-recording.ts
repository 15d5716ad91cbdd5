import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { UploadedFile } from '../../../core/operation.ts'
import type { FetchedRecording } from './call-target.ts'
import type { VendorCall, VendorRecording } from './vendor.ts'
import { RECORDING_BYTES_MAX, type VendorClient } from './vendor-client.ts'

/** Number of downloads of one recording before it counts as missing. Each starts with a new URL. */
const TRIES_MAX = 3

/** Downloads a recording to a temporary file, or opens a local one. */
export async function downloadRecording(
  client: VendorClient,
  { recording }: VendorCall,
  signal: AbortSignal,
): Promise<FetchedRecording> {
  if (recording === undefined) return { reason: 'absent' }
  if ('path' in recording.source) return openLocal(recording.source.path)
  const folder = await mkdtemp(join(tmpdir(), 'parley-move-'))
  const discard = () => rm(folder, { recursive: true, force: true })
  try {
    const fetched = await download(client, recording, {
      path: join(folder, 'recording'),
      signal,
      url: recording.source.url,
    })
    if (typeof fetched === 'string') {
      await discard()
      return { reason: fetched }
    }
    return { file: fetched, discard }
  } catch (error) {
    await discard()
    throw error
  }
}

async function download(
  client: VendorClient,
  recording: VendorRecording,
  { path, signal, url: first }: { path: string; signal: AbortSignal; url: string },
): Promise<UploadedFile | 'expired' | 'too_large'> {
  let url: string | undefined = first
  for (let tries = 1; url !== undefined && tries <= TRIES_MAX; tries++) {
    const stream = await client.download(url, recording.headers)
    if (stream !== undefined) {
      const hash = createHash('sha256')
      const counted = new PassThrough()
      let size = 0
      counted.on('data', (part: Buffer) => {
        size += part.length
        hash.update(part)
      })
      try {
        await pipeline(stream, counted, createWriteStream(path, { mode: 0o600 }), { signal })
        if (size > 0) return new UploadedFile({ path, name: recording.fileName, size, sha256: hash.digest('hex') })
      } catch (error) {
        signal.throwIfAborted()
        if (size >= RECORDING_BYTES_MAX || isTooLarge(error)) return 'too_large'
        // The connection ended early. The next try starts again.
      }
    }
    url = recording.renew === undefined ? (stream === undefined ? undefined : url) : await recording.renew()
  }
  return 'expired'
}

const isTooLarge = (error: unknown) => (error as { fault?: unknown }).fault === 'too_large'

async function openLocal(path: string): Promise<FetchedRecording> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) return { reason: 'absent' }
  if (found.size > RECORDING_BYTES_MAX) return { reason: 'too_large' }
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  const file = new UploadedFile({ path, name: basename(path), size: found.size, sha256: hash.digest('hex') })
  // The file belongs to the user.
  return { file, discard: async () => {} }
}
