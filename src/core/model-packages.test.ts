import { describe, expect, it } from 'vitest'
import {
  ENCODER_PACKAGES,
  hasModelPackages,
  requireModelPackages,
  SPEECH_PACKAGES,
  usesModelPackages,
} from './model-packages.ts'

const notInstalled = (name: string): never => {
  throw Object.assign(new Error(`Cannot find module '${name}'`), { code: 'MODULE_NOT_FOUND' })
}

describe('packages of models in folders', () => {
  it('are found if all of a kind are installed', () => {
    const withoutRuntime = (name: string) => (name === 'onnxruntime-node' ? notInstalled(name) : name)
    expect(hasModelPackages(undefined, (name) => `/${name}`)).toBe(true)
    expect(hasModelPackages(undefined, withoutRuntime)).toBe(false)
    expect(hasModelPackages(ENCODER_PACKAGES, withoutRuntime)).toBe(false)
    expect(hasModelPackages(SPEECH_PACKAGES, withoutRuntime)).toBe(true)
    const broken = () => {
      throw new Error('Not a package.')
    }
    expect(() => hasModelPackages(undefined, broken)).toThrow('Not a package.')
  })

  it('are required with the setting and the command that adds them', () => {
    requireModelPackages('EMBEDDING_MODEL', ENCODER_PACKAGES, true)
    expect(() => requireModelPackages('EMBEDDING_MODEL', ENCODER_PACKAGES, false)).toThrow(
      /^EMBEDDING_MODEL: .*aren't installed\. Add them: npx parley models add$/,
    )
  })

  it('are used by an encoder or a transcriber in a folder', () => {
    const [local, folder] = [{ provider: 'local' }, { provider: 'folder', folder: 'models/small' }] as const
    expect(usesModelPackages({ embedding: local, transcriber: undefined })).toBe(false)
    expect(usesModelPackages({ embedding: folder, transcriber: undefined })).toBe(true)
    const transcriber = { ...folder, timeoutSeconds: 1, speakersFolder: undefined }
    expect(usesModelPackages({ embedding: local, transcriber })).toBe(true)
    const server = { provider: 'openai', url: '', key: undefined, model: '', bytesMax: 1, timeoutSeconds: 1 } as const
    expect(usesModelPackages({ embedding: local, transcriber: { ...server, speakersFolder: undefined } })).toBe(false)
    expect(usesModelPackages({ embedding: local, transcriber: { ...server, speakersFolder: 'models' } })).toBe(true)
  })
})
