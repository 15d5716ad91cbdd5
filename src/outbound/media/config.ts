/**
 * Codec descriptions for decoders, without metadata of the whole recording. Some codecs include tags, lengths and
 * digests.
 */

type Description = ArrayBuffer | SharedArrayBuffer | ArrayBufferView

interface Config {
  readonly description?: Description
}

/** Size of `fLaC`, the header of the required block, and that block. */
const FLAC_BYTES = 42
/** Fields with frame sizes, the number of samples and their digest. Zero means unknown. */
const FLAC_UNKNOWN = [
  [12, 18],
  [22, 42],
] as const

export function bareConfig<C extends Config>(codec: string, config: C | null): C | undefined {
  if (config?.description === undefined) return config ?? undefined
  const description = copyBytes(config.description)
  if (codec === 'flac') return { ...config, description: bareFlac(description) }
  if (codec === 'vorbis') return { ...config, description: bareVorbis(description) }
  return config
}

const copyBytes = (source: Description): Uint8Array =>
  ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice()
    : new Uint8Array(source).slice()

function bareFlac(given: Uint8Array): Uint8Array {
  const bytes = given.slice(0, FLAC_BYTES)
  // Marks the block as the last, which omits tags and pictures.
  bytes[4] = 0x80
  // The upper four bits of the sample count.
  bytes[21] = (bytes[21] ?? 0) & 0xf0
  for (const [first, behind] of FLAC_UNKNOWN) bytes.fill(0, first, behind)
  return bytes
}

/** Vorbis comment header with an empty vendor name and no tags. */
const NO_COMMENT = Uint8Array.of(3, ...Buffer.from('vorbis'), 0, 0, 0, 0, 0, 0, 0, 0, 1)

/** Three packets with Xiph lacing; the middle one contains the tags. @throws Error */
function bareVorbis(given: Uint8Array): Uint8Array {
  let at = 1
  const length = () => {
    let sum = 0
    for (;;) {
      const byte = given[at++]
      if (byte === undefined) throw new Error('The header of the audio is incomplete.')
      sum += byte
      if (byte < 255) return sum
    }
  }
  const [first, second] = [length(), length()]
  const [head, setup] = [given.slice(at, at + first), given.slice(at + first + second)]
  return Uint8Array.of(2, head.length, NO_COMMENT.length, ...head, ...NO_COMMENT, ...setup)
}
