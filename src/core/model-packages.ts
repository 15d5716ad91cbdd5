/**
 * Packages that run models in folders. They have 370 MB and most installations use none of them, so they are optional
 * dependencies, which the first start omits.
 */
import { createRequire } from 'node:module'
import type { Config } from './config.ts'

/** Run sentence encoders (EMBEDDING_PROVIDER=folder), and Whisper models in the format of transformers.js. */
export const ENCODER_PACKAGES = ['@huggingface/transformers', 'onnxruntime-node']
/** Run all other speech models, find speech and detect speakers. The second one contains weights only. */
export const SPEECH_PACKAGES = ['sherpa-onnx-node', '@ricky0123/vad-web/package.json']
const ALL_PACKAGES = [...ENCODER_PACKAGES, ...SPEECH_PACKAGES]
export const ADD_MODEL_PACKAGES = 'npx parley models add'

const resolveHere = createRequire(import.meta.url).resolve

/** @param resolve throws if a package isn't installed; another one in tests */
export function hasModelPackages(
  packages: readonly string[] = ALL_PACKAGES,
  resolve: (name: string) => string = resolveHere,
): boolean {
  try {
    for (const name of packages) resolve(name)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return false
    throw error
  }
}

/** @throws Error that names the setting and the command that adds the packages */
export function requireModelPackages(
  setting: string,
  packages: readonly string[],
  isThere = hasModelPackages(packages),
): void {
  if (isThere) return
  throw new Error(`${setting}: the packages of models in folders aren't installed. Add them: ${ADD_MODEL_PACKAGES}`)
}

export const usesModelPackages = ({ embedding, transcriber }: Pick<Config, 'embedding' | 'transcriber'>): boolean =>
  embedding.provider === 'folder' || transcriber?.provider === 'folder' || transcriber?.speakersFolder !== undefined
