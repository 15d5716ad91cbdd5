/**
 * A folder with a sentence encoder in it, small enough to be made on the spot and yet really run: an ONNX file that looks
 * a vector up for each word. The format is that of onnx.proto3, written by hand.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const WORDS = ['[PAD]', '[UNK]', 'query', 'passage', ':', 'price', 'cost', 'dog', 'cat', 'the']
const DIMENSION = 4
/** Words it reads of a text. */
const LENGTH = 16

/** The vector of a word. */
export const wordVector = (word: string): number[] => {
  const number = Math.max(WORDS.indexOf(word), 1)
  return Array.from({ length: DIMENSION }, (_, part) => Math.fround(Math.sin(number * 7 + part * 3 + 1)))
}

export async function writeModelFolder(
  path: string,
  { weights = 'onnx/model.onnx', files = {} }: { weights?: string; files?: Readonly<Record<string, unknown>> } = {},
): Promise<void> {
  const all = {
    'config.json': { model_type: 'bert', hidden_size: DIMENSION, max_position_embeddings: LENGTH },
    'tokenizer_config.json': { tokenizer_class: 'BertTokenizer', model_max_length: LENGTH, pad_token: '[PAD]' },
    'tokenizer.json': TOKENIZER,
    ...files,
  }
  for (const [file, content] of Object.entries(all)) {
    await mkdir(join(path, file, '..'), { recursive: true })
    await writeFile(join(path, file), JSON.stringify(content))
  }
  await mkdir(join(path, weights, '..'), { recursive: true })
  await writeFile(join(path, weights), onnx())
}

const TOKENIZER = {
  version: '1.0',
  added_tokens: [],
  normalizer: { type: 'Lowercase' },
  pre_tokenizer: { type: 'Whitespace' },
  post_processor: null,
  decoder: null,
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(WORDS.map((word, number) => [word, number])),
  },
}

const FLOAT = 1
const INT64 = 7

function onnx(): Buffer {
  const table = Float32Array.from(WORDS.flatMap(wordVector))
  const node = joined(text(1, 'table'), text(1, 'input_ids'), text(2, 'last_hidden_state'), text(4, 'Gather'))
  const tensor = joined(int(1, WORDS.length), int(1, DIMENSION), int(2, FLOAT), text(8, 'table'), bytes(9, table))
  const graph = joined(
    message(1, node),
    text(2, 'words'),
    message(5, tensor),
    message(11, value('input_ids', INT64, ['batch', 'length'])),
    message(11, value('attention_mask', INT64, ['batch', 'length'])),
    message(12, value('last_hidden_state', FLOAT, ['batch', 'length', DIMENSION])),
  )
  return joined(int(1, 8), message(7, graph), message(8, joined(text(1, ''), int(2, 13))))
}

function value(name: string, type: number, shape: readonly (string | number)[]): Buffer {
  const dimensions = shape.map((size) => message(1, typeof size === 'number' ? int(1, size) : text(2, size)))
  return joined(text(1, name), message(2, message(1, joined(int(1, type), message(2, joined(...dimensions))))))
}

const joined = (...parts: Buffer[]) => Buffer.concat(parts)
const int = (field: number, number: number) => joined(varint(field * 8), varint(number))
const message = (field: number, content: Buffer) => joined(varint(field * 8 + 2), varint(content.length), content)
const text = (field: number, content: string) => message(field, Buffer.from(content))
const bytes = (field: number, content: Float32Array) => message(field, Buffer.from(content.buffer))

function varint(number: number): Buffer {
  const parts: number[] = []
  for (; number > 127; number = Math.floor(number / 128)) parts.push((number % 128) | 128)
  return Buffer.from([...parts, number])
}
