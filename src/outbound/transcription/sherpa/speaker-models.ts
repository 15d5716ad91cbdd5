/**
 * Finds the two models of speaker detection in a folder: segmentation, which hears who of a few seconds speaks when, and
 * embedding, which compares voices (https://k2-fsa.github.io/sherpa/onnx/speaker-diarization). Metadata distinguishes them.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readOnnxMetadata } from './onnx-metadata.ts'

/** Paths of the models. */
export interface SpeakerModels {
  readonly segmentation: string
  readonly embedding: string
}

/** Frameworks of embedding models that sherpa-onnx loads. */
const FRAMEWORKS: ReadonlySet<string | undefined> = new Set(['wespeaker', '3d-speaker', 'nemo'])
/** Depth of folders that are searched: published archives contain a folder. */
const DEPTH = 2

/**
 * @throws Error with the reason, in words that continue the name of a setting, if the folder doesn't contain one model of
 * each kind
 */
export async function readSpeakerModels(folder: string): Promise<SpeakerModels> {
  const found: Record<keyof SpeakerModels, string[]> = { segmentation: [], embedding: [] }
  for (const path of await listModels(folder, DEPTH)) {
    const metadata = await readOnnxMetadata(path).catch(() => undefined)
    if (metadata?.get('model_type')?.startsWith('pyannote-segmentation') === true) found.segmentation.push(path)
    else if (FRAMEWORKS.has(metadata?.get('framework'))) found.embedding.push(path)
  }
  return { segmentation: choose(found.segmentation, 'segmentation'), embedding: choose(found.embedding, 'embedding') }
}

/** The segmentation is published with its quantized version, which is less exact and hardly faster. */
function choose(paths: readonly string[], kind: keyof SpeakerModels): string {
  const candidates = paths.length > 1 ? paths.filter((path) => !path.endsWith('.int8.onnx')) : paths
  if (candidates.length > 1) throw new Error(`the folder has ${candidates.length} ${kind} models. Remove all but one`)
  if (candidates[0] === undefined) {
    throw new Error(
      kind === 'segmentation'
        ? 'the folder has no segmentation model (pyannote, exported for sherpa-onnx)'
        : 'the folder has no embedding model (WeSpeaker, 3D-Speaker or NeMo, exported for sherpa-onnx)',
    )
  }
  return candidates[0]
}

async function listModels(folder: string, depth: number): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => {
    throw new Error(`the folder ${folder} doesn't exist or can't be read`)
  })
  const lists = await Promise.all(
    entries.map((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return depth > 1 ? listModels(path, depth - 1) : []
      return entry.name.endsWith('.onnx') ? [path] : []
    }),
  )
  return lists.flat().sort()
}
