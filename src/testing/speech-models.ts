/**
 * Models of speech that the native engine loads, without learned weights. The recognizer writes a word for the pitch of the
 * sound, the segmentation hears somebody where it is loud, and the embedding is the mean spectrum of a voice.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { encodeOnnxModel } from './onnx-model.ts'

/**
 * A short call of two synthesized voices (flite: rms, slt, rms), 8,000 samples of 8 bits per second: "Good morning. What does
 * the plan cost?" until 2.7 seconds, "Fifty eight dollars per seat." from 4.2 to 6.4, "That sounds good to me." from 7.4 to 9.4.
 */
export const TWO_VOICES = fileURLToPath(new URL('./two-voices.wav', import.meta.url))

/** Number of frequency bands that the engine computes. */
const BANDS = 80
/** Words of the recognizer. `▁` begins a word. */
export const WORDS = ['▁low', '▁high'] as const

/** File of tokens: a line has a token and its number. */
export const tokensFile = (): string => ['<blk>', ...WORDS].map((token, at) => `${token} ${at}`).join('\n')

/**
 * A model of the kind `zipformer2_ctc`: one frame of output for each four of input. A frame in which the low bands are
 * louder is the first word, and one in which the high bands are louder is the second. Repeated frames are one word.
 */
export function recognizerModel(): Buffer {
  const weights = Array.from({ length: BANDS }, (_, band) => [0, band < BANDS / 2 ? 1 : -1, band < BANDS / 2 ? -1 : 1])
  return encodeOnnxModel({
    metadata: { model_type: 'zipformer2_ctc', version: 1, model_author: 'parley', comment: 'test' },
    inputs: [
      { name: 'x', type: 'float', shape: ['N', 'T', BANDS] },
      { name: 'x_lens', type: 'int64', shape: ['N'] },
    ],
    outputs: [
      { name: 'log_probs', type: 'float', shape: ['N', 'S', 3] },
      { name: 'log_probs_len', type: 'int64', shape: ['N'] },
    ],
    constants: [
      { name: 'weights', shape: [BANDS, 3], values: weights.flat() },
      { name: 'four', shape: [1], values: [4], type: 'int64' },
    ],
    nodes: [
      { operator: 'Transpose', inputs: ['x'], outputs: ['bands'], attributes: { perm: [0, 2, 1] } },
      {
        operator: 'MaxPool',
        inputs: ['bands'],
        outputs: ['pooled'],
        attributes: { kernel_shape: [4], strides: [4] },
      },
      { operator: 'Transpose', inputs: ['pooled'], outputs: ['frames'], attributes: { perm: [0, 2, 1] } },
      { operator: 'MatMul', inputs: ['frames', 'weights'], outputs: ['logits'] },
      { operator: 'LogSoftmax', inputs: ['logits'], outputs: ['log_probs'], attributes: { axis: 2 } },
      { operator: 'Div', inputs: ['x_lens', 'four'], outputs: ['log_probs_len'] },
    ],
  })
}

/** Samples of a window of the segmentation: a second, so that most windows contain one speaker. */
const SEGMENT = 16_000
const FRAME = 320
const CLASSES = 7

/** A model of the kind `pyannote-segmentation-3.0`, which hears the first of three speakers of a window where it is loud. */
export function segmentationModel(): Buffer {
  return encodeOnnxModel({
    metadata: {
      ...{ model_type: 'pyannote-segmentation-3.0', version: 1, model_author: 'parley', sample_rate: 16_000 },
      ...{ window_size: SEGMENT, receptive_field_size: FRAME, receptive_field_shift: FRAME },
      ...{ num_speakers: 3, powerset_max_classes: 2, num_classes: CLASSES },
    },
    inputs: [{ name: 'x', type: 'float', shape: ['N', 1, 'T'] }],
    outputs: [{ name: 'y', type: 'float', shape: ['N', 'F', CLASSES] }],
    constants: [
      // Silence up to an amplitude of 0.01 on average, then the first speaker.
      { name: 'gain', shape: [1, CLASSES], values: [0, 100, 0, 0, 0, 0, 0] },
      { name: 'offset', shape: [CLASSES], values: [0, -1, -9, -9, -9, -9, -9] },
    ],
    nodes: [
      { operator: 'Abs', inputs: ['x'], outputs: ['loud'] },
      {
        operator: 'AveragePool',
        inputs: ['loud'],
        outputs: ['pooled'],
        attributes: { kernel_shape: [FRAME], strides: [FRAME] },
      },
      { operator: 'Transpose', inputs: ['pooled'], outputs: ['frames'], attributes: { perm: [0, 2, 1] } },
      { operator: 'MatMul', inputs: ['frames', 'gain'], outputs: ['scaled'] },
      { operator: 'Add', inputs: ['scaled', 'offset'], outputs: ['y'] },
    ],
  })
}

/** A model of the framework `wespeaker`: the mean of each band over time, relative to the mean of all bands. */
export function embeddingModel(): Buffer {
  return encodeOnnxModel({
    metadata: {
      ...{ framework: 'wespeaker', language: 'English', url: '', comment: 'test' },
      ...{ sample_rate: 16_000, output_dim: BANDS, normalize_samples: 0 },
    },
    inputs: [{ name: 'x', type: 'float', shape: ['N', 'T', BANDS] }],
    outputs: [{ name: 'embedding', type: 'float', shape: ['N', BANDS] }],
    nodes: [
      { operator: 'ReduceMean', inputs: ['x'], outputs: ['spectrum'], attributes: { axes: [1], keepdims: 0 } },
      { operator: 'ReduceMean', inputs: ['spectrum'], outputs: ['level'], attributes: { axes: [1], keepdims: 1 } },
      { operator: 'Sub', inputs: ['spectrum', 'level'], outputs: ['embedding'] },
    ],
  })
}

/** Writes the recognizer as a published archive contains it. @returns path of the folder */
export async function writeRecognizer(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'model.onnx'), recognizerModel())
  await writeFile(join(folder, 'tokens.txt'), tokensFile())
  return folder
}

/** Writes both models of speaker detection, one of them in a folder of its archive. @returns path of the folder */
export async function writeSpeakerModels(folder: string): Promise<string> {
  await mkdir(join(folder, 'segmentation'), { recursive: true })
  await writeFile(join(folder, 'segmentation', 'model.onnx'), segmentationModel())
  await writeFile(join(folder, 'voices.onnx'), embeddingModel())
  return folder
}
