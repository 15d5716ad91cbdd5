/**
 * A sentence encoder in a folder of this machine, as model hubs hand them out for transformers.js and Sentence
 * Transformers: `config.json`, `tokenizer.json`, `onnx/model.onnx` and, when there are, the files that say how it is used.
 */
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { z } from 'zod'
import type { Embedding } from '../../core/embedding.ts'
import type { Log } from '../../core/log.ts'
import { requireModelPackages } from '../../core/model-packages.ts'
import type { Line } from './queue.ts'
import { createThreadEmbedding, type Patience } from './thread.ts'

/** The names of weights, the exact ones first: what transformers.js calls them, and how they end. */
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
  /** Which piece of the text stands for it, or the mean of all. */
  readonly pooling: 'mean' | 'first' | 'last'
  /** What the model was taught to see in front of a text. */
  readonly prefix: Readonly<Record<Line, string>>
  /** Pieces it has places for, when it tells. */
  readonly places: number | undefined
}

/** @throws Error when the folder holds no model that can be used, or packages are missing @param patience another one, for tests */
export async function openFolderEmbedding(
  path: string,
  log: Pick<Log, 'info' | 'warn' | 'error'>,
  patience?: Patience,
): Promise<Embedding> {
  requireModelPackages('EMBEDDING_MODEL')
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

/** Parts of a model that are in the ONNX file, or done here. */
const PARTS = /[.](Transformer|Pooling|Normalize)$/

const wrong = (what: string) => new Error(`EMBEDDING_MODEL: ${what}.`)

async function readModelFolder(path: string): Promise<{ folder: ModelFolder; name: string }> {
  const digest = createHash('sha256')
  const read = async <T>(file: string, schema: z.ZodType<T>): Promise<T | undefined> => {
    const text = await readFile(join(path, file), 'utf8').catch(() => undefined)
    if (text === undefined) return undefined
    digest.update(`${file}\n${text}\n`)
    try {
      return schema.parse(JSON.parse(text))
    } catch {
      throw wrong(`${file} in the folder is not as expected`)
    }
  }

  const about = await read('config.json', config)
  if (about === undefined) throw wrong('the folder has no config.json')
  if ((await sizeOf(join(path, 'tokenizer.json'))) === undefined) throw wrong('the folder has no tokenizer.json')
  const parts = await read('modules.json', modules)
  if (parts?.some(({ type }) => !PARTS.test(type))) throw wrong('the model has parts that cannot be run here')
  const pooling = poolingOf(await read('1_Pooling/config.json', poolingConfig))
  const prefix = prefixOf((await read('config_sentence_transformers.json', encoderConfig))?.prompts, [
    basename(path),
    about._name_or_path ?? '',
  ])
  const found = await findWeights(path)
  digest.update(JSON.stringify([found, pooling, prefix]))

  const dimension = about.hidden_size === undefined ? '' : `/${about.hidden_size}`
  return {
    // Two models may lie in folders of one name, one after the other.
    name: `folder/${basename(path)}${dimension}/${digest.digest('hex').slice(0, 8)}`,
    folder: { path, weights: found, pooling, prefix, places: about.max_position_embeddings },
  }
}

async function findWeights(path: string): Promise<ModelFolder['weights'] & { size: number }> {
  for (const subfolder of ['onnx', '']) {
    for (const [dtype, ending] of WEIGHTS) {
      const size = await sizeOf(join(path, subfolder, `model${ending}.onnx`))
      if (size !== undefined) return { subfolder, dtype, size }
    }
  }
  throw wrong('the folder has no onnx/model.onnx')
}

const sizeOf = (file: string) =>
  stat(file).then(
    (found) => (found.isFile() ? found.size : undefined),
    () => undefined,
  )

/** As Sentence Transformers keeps it: a word, or a flag for each way. */
function poolingOf(told: Record<string, unknown> | undefined): ModelFolder['pooling'] {
  if (told === undefined) return 'mean'
  const ways = Object.entries(told)
    .filter(([key, value]) => key.startsWith('pooling_mode_') && value === true)
    .map(([key]) => key.slice('pooling_mode_'.length))
  const way = typeof told.pooling_mode === 'string' ? told.pooling_mode : ways.join()
  if (way === 'mean' || way === 'mean_tokens') return 'mean'
  if (way === 'cls' || way === 'cls_token') return 'first'
  if (way === 'lasttoken') return 'last'
  throw wrong('1_Pooling/config.json asks for a way that is not known here')
}

/** By the file that says so; models of the E5 family seldom have it, and are taught to see these two words. */
function prefixOf(prompts: Readonly<Record<string, string>> | undefined, names: readonly string[]) {
  const passage = prompts?.document ?? prompts?.passage
  if (prompts?.query !== undefined || passage !== undefined) {
    return { query: prompts?.query ?? '', passage: passage ?? '' }
  }
  if (names.some((name) => /(?:^|[/_-])e5(?:[_-]|$)(?!.*instruct)/i.test(name))) {
    return { query: 'query: ', passage: 'passage: ' }
  }
  return { query: '', passage: '' }
}
