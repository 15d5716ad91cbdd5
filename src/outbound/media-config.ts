/**
 * What decoders are told before the first packet, without what belongs to the whole recording: some codings carry tags,
 * lengths and digests along with it.
 */

type Description = ArrayBuffer | SharedArrayBuffer | ArrayBufferView

interface Config {
  readonly description?: Description
}

/** `fLaC`, the head of the one block that is needed, and that block. */
const FLAC_BYTES = 42
/** In it: sizes of frames, how many samples there are, and a digest of them all. Zero says that they are not known. */
const FLAC_UNKNOWN = [
  [12, 18],
  [22, 42],
] as const

export function bareConfig<C extends Config>(codec: string, config: C | null): C | undefined {
  if (config?.description === undefined) return config ?? undefined
  const description = bytesOf(config.description)
  if (codec === 'flac') return { ...config, description: bareFlac(description) }
  if (codec === 'vorbis') return { ...config, description: bareVorbis(description) }
  return config
}

const bytesOf = (source: Description): Uint8Array =>
  ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice()
    : new Uint8Array(source).slice()

function bareFlac(given: Uint8Array): Uint8Array {
  const bytes = given.slice(0, FLAC_BYTES)
  // The last block: tags and pictures behind it are left out.
  bytes[4] = 0x80
  // The four bits before the count of samples are its highest ones.
  bytes[21] = (bytes[21] ?? 0) & 0xf0
  for (const [first, behind] of FLAC_UNKNOWN) bytes.fill(0, first, behind)
  return bytes
}

/** A name of who wrote it and a list of tags, both empty. */
const NO_COMMENT = Uint8Array.of(3, ...Buffer.from('vorbis'), 0, 0, 0, 0, 0, 0, 0, 0, 1)

/** Three packets behind their lengths, as Xiph laces them; the one in the middle holds the tags. @throws Error */
function bareVorbis(given: Uint8Array): Uint8Array {
  let at = 1
  const length = () => {
    let sum = 0
    for (;;) {
      const byte = given[at++]
      if (byte === undefined) throw new Error('The head of the sound ends too early.')
      sum += byte
      if (byte < 255) return sum
    }
  }
  const [first, second] = [length(), length()]
  const [head, setup] = [given.slice(at, at + first), given.slice(at + first + second)]
  return Uint8Array.of(2, head.length, NO_COMMENT.length, ...head, ...NO_COMMENT, ...setup)
}
