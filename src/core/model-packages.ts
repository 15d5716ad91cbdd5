/**
 * Packages that run models in folders: sentence encoders (EMBEDDING_PROVIDER=folder) and Whisper (TRANSCRIBER_FOLDER).
 * They have 330 MB and most installations use neither, so they are optional dependencies, which the first start omits.
 */
import { createRequire } from 'node:module'
import type { Config } from './config.ts'

const PACKAGES = ['@huggingface/transformers', 'onnxruntime-node']
export const ADD_MODEL_PACKAGES = 'npx parley models add'

const resolveHere = createRequire(import.meta.url).resolve

/** @param resolve throws if a package isn't installed; another one in tests */
export function hasModelPackages(resolve: (name: string) => string = resolveHere): boolean {
  try {
    for (const name of PACKAGES) resolve(name)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return false
    throw error
  }
}

/** @throws Error that names the setting and the command that adds the packages */
export function requireModelPackages(setting: string, isThere = hasModelPackages()): void {
  if (isThere) return
  throw new Error(`${setting}: the packages of models in folders aren't installed. Add them: ${ADD_MODEL_PACKAGES}`)
}

export const usesModelPackages = ({ embedding, transcriber }: Pick<Config, 'embedding' | 'transcriber'>): boolean =>
  embedding.provider === 'folder' || transcriber?.provider === 'folder'
