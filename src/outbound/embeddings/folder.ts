/**
 * Sentence encoder in a local folder, in the layout of transformers.js and Sentence Transformers.
 *
 * The folder contains `config.json`, `tokenizer.json` and `onnx/model.onnx`. Optional files configure modules, pooling
 * and prompts.
 */
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { z } from 'zod'
import type { Embedding } from '../../core/embedding.ts'
import type { Log } from '../../core/log.ts'
import { ENCODER_PACKAGES, requireModelPackages } from '../../core/model-packages.ts'
import type { QueueLane } from './queue.ts'
import { createThreadEmbedding, type EmbeddingTimeouts } from './thread.ts'

/** Precisions of weights, most exact first: name in transformers.js, and suffix of the file name. */
const WEIGHTS = [
  ['fp32', ''],
  ['q8', '_quantized'],
  ['int8', '_int8'],
  ['uint8', '_uint8'],
  ['fp16', '_fp16'],
  ['q4', '_q4'],
  ['q4f16', '_q4f16'],
  ['bnb4', '_bnb4'],
] as const

export interface ModelFolder {
  readonly path: string
  readonly weights: {
    readonly subfolder: string
    readonly dtype: (typeof WEIGHTS)[number][0]
  }
  /** Pooling of the piece vectors: their mean, the first one or the last one. */
  readonly pooling: 'mean' | 'first' | 'last'
  /** Prefix of queries and of passages that the model was trained with. */
  readonly prefix: Readonly<Record<QueueLane, string>>
  /** Maximum number of positions, or undefined if the configuration doesn't contain it. */
  readonly places: number | undefined
}

/**
 * @param patience other timeouts, for tests
 * @throws Error if the folder doesn't contain a supported model, or if packages are missing
 */
export async function openFolderEmbedding(
  path: string,
  log: Pick<Log, 'info' | 'warn' | 'error'>,
  patience?: EmbeddingTimeouts,
): Promise<Embedding> {
  requireModelPackages('EMBEDDING_MODEL', ENCODER_PACKAGES)
  const { folder, name } = await readModelFolder(resolve(path))
  const url = new URL('./folder.worker.ts', import.meta.url)
  return createThreadEmbedding(name, { url, data: folder }, log, patience)
}

const config = z.object({
  _name_or_path: z.string().optional(),
  hidden_size: z.int().optional(),
  max_position_embeddings: z.int().optional(),
})
const modules = z.array(z.object({ type: z.string() }))
const poolingConfig = z.record(z.string(), z.unknown())
const encoderConfig = z.object({ prompts: z.record(z.string(), z.string()).optional() })

/** Supported modules of Sentence Transformers. The ONNX file or this adapter runs them. */
const PARTS = /[.](Transformer|Pooling|Normalize)$/

const modelFolderError = (what: string) => new Error(`EMBEDDING_MODEL: ${what}.`)

async function readModelFolder(path: string): Promise<{ folder: ModelFolder; name: string }> {
  const digest = createHash('sha256')
  const read = async <T>(file: string, schema: z.ZodType<T>): Promise<T | undefined> => {
    const text = await readFile(join(path, file), 'utf8').catch(() => undefined)
    if (text === undefined) return undefined
    digest.update(`${file}\n${text}\n`)
    try {
      return schema.parse(JSON.parse(text))
    } catch {
      throw modelFolderError(`${file} in the folder is not as expected`)
    }
  }

  const about = await read('config.json', config)
  if (about === undefined) throw modelFolderError('the folder has no config.json')
  if ((await getFileSize(join(path, 'tokenizer.json'))) === undefined)
    throw modelFolderError('the folder has no tokenizer.json')
  const parts = await read('modules.json', modules)
  if (parts?.some(({ type }) => !PARTS.test(type)))
    throw modelFolderError('the model has parts that cannot be run here')
  const pooling = parsePooling(await read('1_Pooling/config.json', poolingConfig))
  const prefix = choosePrefixes((await read('config_sentence_transformers.json', encoderConfig))?.prompts, [
    basename(path),
    about._name_or_path ?? '',
  ])
  const found = await findWeights(path)
  digest.update(JSON.stringify([found, pooling, prefix]))

  const dimension = about.hidden_size === undefined ? '' : `/${about.hidden_size}`
  return {
    // The digest changes the name when another model replaces the one in this folder.
    name: `folder/${basename(path)}${dimension}/${digest.digest('hex').slice(0, 8)}`,
    folder: { path, weights: found, pooling, prefix, places: about.max_position_embeddings },
  }
}

async function findWeights(path: string): Promise<ModelFolder['weights'] & { size: number }> {
  for (const subfolder of ['onnx', '']) {
    for (const [dtype, ending] of WEIGHTS) {
      const size = await getFileSize(join(path, subfolder, `model${ending}.onnx`))
      if (size !== undefined) return { subfolder, dtype, size }
    }
  }
  throw modelFolderError('the folder has no onnx/model.onnx')
}

const getFileSize = (file: string) =>
  stat(file).then(
    (found) => (found.isFile() ? found.size : undefined),
    () => undefined,
  )

/** Reads the pooling from the configuration of Sentence Transformers: one name, or a flag for each mode. */
function parsePooling(told: Record<string, unknown> | undefined): ModelFolder['pooling'] {
  if (told === undefined) return 'mean'
  const ways = Object.entries(told)
    .filter(([key, value]) => key.startsWith('pooling_mode_') && value === true)
    .map(([key]) => key.slice('pooling_mode_'.length))
  const way = typeof told.pooling_mode === 'string' ? told.pooling_mode : ways.join()
  if (way === 'mean' || way === 'mean_tokens') return 'mean'
  if (way === 'cls' || way === 'cls_token') return 'first'
  if (way === 'lasttoken') return 'last'
  throw modelFolderError('1_Pooling/config.json asks for a way that is not known here')
}

/** Gets the prefixes from the prompts. E5 models rarely have prompts, so their names select the prefixes of E5. */
function choosePrefixes(prompts: Readonly<Record<string, string>> | undefined, names: readonly string[]) {
  const passage = prompts?.document ?? prompts?.passage
  if (prompts?.query !== undefined || passage !== undefined) {
    return { query: prompts?.query ?? '', passage: passage ?? '' }
  }
  if (names.some((name) => /(?:^|[/_-])e5(?:[_-]|$)(?!.*instruct)/i.test(name))) {
    return { query: 'query: ', passage: 'passage: ' }
  }
  return { query: '', passage: '' }
}
