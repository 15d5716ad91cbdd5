import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeOnnxModel } from '../../../testing/onnx-model.ts'
import { recognizerModel, writeSpeakerModels } from '../../../testing/speech-models.ts'
import { readOnnxMetadata } from './onnx-metadata.ts'
import { toRecognizerConfig } from './recognizer-config.ts'
import { readSpeakerModels } from './speaker-models.ts'
import { readSpeechModel } from './speech-model.ts'

let root: string
let count = 0
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-test-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

type Metadata = Record<string, string | number>
const model = (metadata: Metadata) => encodeOnnxModel({ metadata, inputs: [], outputs: [], nodes: [] })

/** @param files names with the metadata of models, or with the text of other files */
async function write(files: Record<string, Metadata | string>): Promise<string> {
  const folder = join(root, String(count++))
  await mkdir(folder)
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, name), typeof content === 'string' ? content : model(content))
  }
  return folder
}

/** Files of published archives: https://github.com/k2-fsa/sherpa-onnx/releases/tag/asr-models. */
const ARCHIVES: [string, Record<string, Metadata | string>, object][] = [
  [
    'Zipformer, with both kinds of weights',
    {
      'encoder-epoch-99-avg-1.onnx': { model_type: 'zipformer2' },
      'encoder-epoch-99-avg-1.int8.onnx': { model_type: 'zipformer2' },
      ...{ 'decoder-epoch-99-avg-1.onnx': {}, 'joiner-epoch-99-avg-1.onnx': {}, 'joiner-epoch-99-avg-1.int8.onnx': {} },
      ...{ 'bpe.model': '', 'tokens.txt': '' },
    },
    {
      modelType: 'transducer',
      transducer: {
        encoder: expect.stringMatching(/encoder-epoch-99-avg-1\.int8\.onnx$/),
        decoder: expect.stringMatching(/decoder-epoch-99-avg-1\.onnx$/),
        joiner: expect.stringMatching(/joiner-epoch-99-avg-1\.int8\.onnx$/),
      },
    },
  ],
  [
    'Parakeet',
    {
      'encoder.int8.onnx': { model_type: 'EncDecRNNTBPEModel', url: 'parakeet-tdt-0.6b-v2' },
      ...{ 'decoder.int8.onnx': {}, 'joiner.int8.onnx': {}, 'tokens.txt': '' },
    },
    { modelType: 'nemo_transducer' },
  ],
  [
    'Whisper',
    {
      'base-encoder.onnx': { model_type: 'whisper-base', is_multilingual: 1, all_language_codes: 'en,de,fr' },
      'base-encoder.int8.onnx': { model_type: 'whisper-base', is_multilingual: 1, all_language_codes: 'en,de,fr' },
      ...{ 'base-decoder.onnx': {}, 'base-decoder.int8.onnx': {}, 'base-tokens.txt': '' },
    },
    {
      whisper: {
        encoder: expect.stringMatching(/base-encoder\.int8\.onnx$/),
        decoder: expect.stringMatching(/base-decoder\.int8\.onnx$/),
        ...{ language: 'de', task: 'transcribe' },
      },
    },
  ],
  [
    'Whisper for English only',
    {
      'tiny.en-encoder.onnx': { model_type: 'whisper-tiny.en', is_multilingual: 0 },
      ...{ 'tiny.en-decoder.onnx': {}, 'tiny.en-tokens.txt': '' },
    },
    { whisper: expect.objectContaining({ language: '' }) },
  ],
  [
    'Canary',
    { 'encoder.int8.onnx': { model_type: 'EncDecMultiTaskModel' }, 'decoder.int8.onnx': {}, 'tokens.txt': '' },
    { canary: expect.objectContaining({ srcLang: 'de', tgtLang: 'de' }) },
  ],
  [
    'Moonshine',
    {
      ...{ 'preprocess.onnx': {}, 'encode.int8.onnx': {}, 'uncached_decode.int8.onnx': {} },
      ...{ 'cached_decode.int8.onnx': {}, 'tokens.txt': '' },
    },
    {
      moonshine: {
        preprocessor: expect.stringMatching(/\/preprocess\.onnx$/),
        encoder: expect.stringMatching(/\/encode\.int8\.onnx$/),
        uncachedDecoder: expect.stringMatching(/\/uncached_decode\.int8\.onnx$/),
        cachedDecoder: expect.stringMatching(/\/cached_decode\.int8\.onnx$/),
      },
    },
  ],
  [
    'SenseVoice, whose languages German is not among',
    {
      'model.onnx': { model_type: 'sense_voice_ctc' },
      'model.int8.onnx': { model_type: 'sense_voice_ctc' },
      'tokens.txt': '',
    },
    {
      senseVoice: {
        model: expect.stringMatching(/int8\.onnx$/),
        language: '',
        useInverseTextNormalization: 1,
      },
    },
  ],
  ...Object.entries({
    nemoCtc: 'EncDecCTCModelBPE',
    zipformerCtc: 'zipformer2_ctc',
    wenetCtc: 'wenet_ctc',
    paraformer: 'paraformer',
  }).map(([kind, type]): [string, Record<string, Metadata | string>, object] => [
    type,
    { 'model.int8.onnx': { model_type: type }, 'tokens.txt': '' },
    { [kind]: { model: expect.any(String) } },
  ]),
  [
    'TeleSpeech',
    { 'model.int8.onnx': { model_type: 'telespeech_ctc' }, 'tokens.txt': '' },
    { teleSpeechCtc: expect.any(String) },
  ],
]

describe('a folder of a speech model', () => {
  it.each(ARCHIVES)('is recognized: %s', async (_, files, expected) => {
    const found = await readSpeechModel(await write(files))
    expect(toRecognizerConfig(found, 'de', 2)).toMatchObject({
      modelConfig: { ...expected, tokens: expect.stringMatching(/tokens\.txt$/), numThreads: 2 },
    })
  })

  it.each([
    ['without tokens', { 'model.onnx': {} }, 'the folder has no tokens.txt'],
    ['without weights', { 'tokens.txt': '' }, 'the folder has no file of weights'],
    [
      'with a part missing',
      { 'encoder.onnx': {}, 'joiner.onnx': {}, 'tokens.txt': '' },
      'the folder has no decoder.onnx',
    ],
    ['of several models', { 'a.onnx': {}, 'b.onnx': {}, 'tokens.txt': '' }, 'several models: a.onnx, b.onnx'],
    ['of an unknown type', { 'm.onnx': { model_type: 'bert' }, 'tokens.txt': '' }, "models of the type bert aren't"],
    ['without metadata', { 'm.onnx': {}, 'tokens.txt': '' }, 'no model_type in its metadata'],
    ['of another program', { 'm.onnx': 'no model', 'tokens.txt': '' }, "m.onnx isn't a readable ONNX model"],
    [
      'of a streaming model',
      {
        'encoder.onnx': { model_type: 'zipformer2', decode_chunk_len: 32 },
        ...{ 'decoder.onnx': {}, 'joiner.onnx': {}, 'tokens.txt': '' },
      },
      'encoder.onnx is a streaming model',
    ],
  ])('is refused %s', async (_, files, words) => {
    await expect(readSpeechModel(await write(files as never))).rejects.toThrow(words)
  })
})

describe('a folder of speaker models', () => {
  it('has one model of each kind, also in folders of their archives', async () => {
    const folder = await writeSpeakerModels(join(root, 'speakers'))
    expect(await readSpeakerModels(folder)).toEqual({
      segmentation: join(folder, 'segmentation', 'model.onnx'),
      embedding: join(folder, 'voices.onnx'),
    })
    await writeFile(join(folder, 'segmentation', 'model.int8.onnx'), model({ model_type: 'pyannote-segmentation-3.0' }))
    expect((await readSpeakerModels(folder)).segmentation).toBe(join(folder, 'segmentation', 'model.onnx'))
    await writeFile(join(folder, 'other.onnx'), model({ framework: 'nemo' }))
    await expect(readSpeakerModels(folder)).rejects.toThrow('the folder has 2 embedding models. Remove all but one')
  })

  it('is refused without one of them', async () => {
    await expect(readSpeakerModels(await write({ 'a.onnx': { framework: 'nemo' } }))).rejects.toThrow('no segmentation')
    const segmentation = { model_type: 'pyannote-segmentation-3.0' }
    await expect(readSpeakerModels(await write({ 'a.onnx': segmentation }))).rejects.toThrow('no embedding model')
  })
})

describe('metadata of an ONNX model', () => {
  it('is read without the weights', async () => {
    const path = join(root, 'whole.onnx')
    await writeFile(path, recognizerModel())
    expect(Object.fromEntries(await readOnnxMetadata(path))).toEqual({
      ...{ model_type: 'zipformer2_ctc', version: '1', model_author: 'parley', comment: 'test' },
    })
  })

  it('is refused for a file that is cut off anywhere, or the file is too short to notice', async () => {
    const whole = model({ model_type: 'a', comment: 'b'.repeat(300) })
    const path = join(root, 'cut.onnx')
    for (let length = 1; length < whole.length; length += 7) {
      await writeFile(path, whole.subarray(0, length))
      const read = await readOnnxMetadata(path).then(
        (metadata) => metadata.get('comment'),
        () => 'refused',
      )
      expect(['refused', undefined]).toContain(read)
    }
  })
})
