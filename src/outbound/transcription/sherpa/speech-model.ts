/**
 * Recognizes models of sherpa-onnx in a folder by the names of their files and by the metadata that its export scripts
 * write (https://k2-fsa.github.io/sherpa/onnx/pretrained_models). Published archives work as they are.
 */
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { readOnnxMetadata } from './onnx-metadata.ts'

/** Model with the paths of its files. */
export type SpeechModel = {
  readonly tokens: string
  /** Base language tags that the model recognizes; undefined if the language can't be chosen. */
  readonly languages: readonly string[] | undefined
} & (
  | {
      readonly kind: 'transducer' | 'nemo_transducer'
      readonly encoder: string
      readonly decoder: string
      readonly joiner: string
    }
  | { readonly kind: 'whisper' | 'canary'; readonly encoder: string; readonly decoder: string }
  | {
      readonly kind: 'moonshine'
      readonly preprocessor: string
      readonly encoder: string
      readonly uncachedDecoder: string
      readonly cachedDecoder: string
    }
  | { readonly kind: SingleKind; readonly model: string }
)

/** Kinds of models that are a single file. */
export type SingleKind = 'zipformerCtc' | 'nemoCtc' | 'wenetCtc' | 'teleSpeechCtc' | 'senseVoice' | 'paraformer'

/** Kinds by the metadata `model_type`. */
const SINGLE: Readonly<Record<string, SingleKind>> = {
  zipformer2_ctc: 'zipformerCtc',
  EncDecCTCModel: 'nemoCtc',
  EncDecCTCModelBPE: 'nemoCtc',
  EncDecHybridRNNTCTCBPEModel: 'nemoCtc',
  wenet_ctc: 'wenetCtc',
  telespeech_ctc: 'teleSpeechCtc',
  sense_voice_ctc: 'senseVoice',
  paraformer: 'paraformer',
}

/** Languages of https://github.com/FunAudioLLM/SenseVoice and https://huggingface.co/nvidia/canary-180m-flash. */
const SENSE_VOICE_LANGUAGES = ['zh', 'en', 'ja', 'ko', 'yue']
const CANARY_LANGUAGES = ['en', 'es', 'de', 'fr']

/** Roles of the files of models with several parts. The first matching role applies, because names overlap. */
const ROLES = {
  joiner: /(?:^|[-_.])joiner[-_.]/,
  preprocessor: /(?:^|[-_.])preprocess(?:or)?[-_.]/,
  uncachedDecoder: /(?:^|[-_.])uncached_decoder?[-_.]/,
  cachedDecoder: /(?:^|[-_.])cached_decoder?[-_.]/,
  decoder: /(?:^|[-_.])decoder[-_.]/,
  encoder: /(?:^|[-_.])encoder?[-_.]/,
} as const
type Role = keyof typeof ROLES

/** Names of quantized weights, which are preferred: on processors, they are about twice as fast. */
const QUANTIZED = /[-_.]int8[-_.]/
/** Weights for accelerators. */
const FOR_ACCELERATORS = /[-_.]fp16[-_.]/

/**
 * @throws Error with the reason, in words that continue the name of a setting, if the folder doesn't contain exactly one
 * supported model
 */
export async function readSpeechModel(folder: string): Promise<SpeechModel> {
  const names = await readdir(folder).catch(() => {
    throw new Error(`the folder ${folder} doesn't exist or can't be read`)
  })
  const tokens = names.filter((name) => /(?:^|[-_.])tokens\.txt$/.test(name)).sort()[0]
  if (tokens === undefined) {
    throw new Error(
      'the folder has no tokens.txt of a model for sherpa-onnx, and no config.json of one for transformers.js',
    )
  }
  const weights = names.filter((name) => name.endsWith('.onnx') && !FOR_ACCELERATORS.test(name))
  const find = (role?: Role) => findWeights(folder, weights, role)
  const common = { tokens: join(folder, tokens) }
  const [encoder, decoder, joiner] = [find('encoder'), find('decoder'), find('joiner')]
  if (joiner !== undefined) {
    const parts = { encoder: requireFile(encoder, 'encoder'), decoder: requireFile(decoder, 'decoder'), joiner }
    const type = await readModelType(parts.encoder)
    const kind = type.startsWith('EncDec') ? 'nemo_transducer' : 'transducer'
    return { ...common, kind, languages: undefined, ...parts }
  }
  const preprocessor = find('preprocessor')
  if (preprocessor !== undefined) {
    return {
      ...common,
      ...{ kind: 'moonshine', languages: ['en'], preprocessor },
      ...{
        encoder: requireFile(encoder, 'encode'),
        cachedDecoder: requireFile(find('cachedDecoder'), 'cached_decode'),
      },
      uncachedDecoder: requireFile(find('uncachedDecoder'), 'uncached_decode'),
    }
  }
  if (encoder !== undefined && decoder !== undefined) {
    return { ...common, ...(await readEncoderDecoder(encoder)), encoder, decoder }
  }
  const model = find()
  if (model === undefined) throw new Error('the folder has no file of weights (.onnx)')
  const type = await readModelType(model)
  const kind = SINGLE[type]
  if (kind === undefined) throw unsupported(type)
  return { ...common, kind, languages: kind === 'senseVoice' ? SENSE_VOICE_LANGUAGES : undefined, model }
}

async function readEncoderDecoder(
  encoder: string,
): Promise<{ kind: 'whisper' | 'canary'; languages: readonly string[] }> {
  const metadata = await readMetadata(encoder)
  const type = metadata.get('model_type') ?? ''
  if (type === 'EncDecMultiTaskModel') return { kind: 'canary', languages: CANARY_LANGUAGES }
  if (!type.startsWith('whisper')) throw unsupported(type)
  const isMultilingual = metadata.get('is_multilingual') === '1'
  const codes = isMultilingual ? metadata.get('all_language_codes')?.split(',') : undefined
  return { kind: 'whisper', languages: codes ?? ['en'] }
}

/** File of a role, or the only model without roles. Quantized weights are preferred. */
function findWeights(folder: string, names: readonly string[], role?: Role): string | undefined {
  const fitting = names.filter((name) => findRole(name) === role).sort()
  const quantized = fitting.filter((name) => QUANTIZED.test(name))
  const candidates = quantized.length > 0 ? quantized : fitting
  if (candidates.length > 1) throw new Error(`the folder has several models: ${candidates.join(', ')}`)
  return candidates[0] === undefined ? undefined : join(folder, candidates[0])
}

function findRole(name: string): Role | undefined {
  for (const role of Object.keys(ROLES) as Role[]) if (ROLES[role].test(name)) return role
  return undefined
}

function requireFile(path: string | undefined, part: string): string {
  if (path === undefined) throw new Error(`the folder has no ${part}.onnx`)
  return path
}

async function readModelType(path: string): Promise<string> {
  return (await readMetadata(path)).get('model_type') ?? ''
}

async function readMetadata(path: string): Promise<ReadonlyMap<string, string>> {
  const metadata = await readOnnxMetadata(path).catch(() => {
    throw new Error(`${basename(path)} isn't a readable ONNX model`)
  })
  if (metadata.has('decode_chunk_len')) {
    throw new Error(`${basename(path)} is a streaming model, and only models for whole recordings are supported`)
  }
  return metadata
}

const unsupported = (type: string) =>
  new Error(
    type === ''
      ? 'the model has no model_type in its metadata. Use a model that was exported for sherpa-onnx'
      : `models of the type ${type} aren't supported. Use a transducer, Whisper, Moonshine, Canary, SenseVoice, Paraformer or CTC model`,
  )
