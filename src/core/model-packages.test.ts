import { describe, expect, it } from 'vitest'
import { hasModelPackages, requireModelPackages, usesModelPackages } from './model-packages.ts'

const notInstalled = (name: string): never => {
  throw Object.assign(new Error(`Cannot find module '${name}'`), { code: 'MODULE_NOT_FOUND' })
}

describe('packages of models in folders', () => {
  it('are found if both are installed', () => {
    expect(hasModelPackages((name) => `/${name}`)).toBe(true)
    expect(hasModelPackages((name) => (name === 'onnxruntime-node' ? notInstalled(name) : name))).toBe(false)
    const broken = () => {
      throw new Error('Not a package.')
    }
    expect(() => hasModelPackages(broken)).toThrow('Not a package.')
  })

  it('are required with the setting and the command that adds them', () => {
    requireModelPackages('EMBEDDING_MODEL', true)
    expect(() => requireModelPackages('EMBEDDING_MODEL', false)).toThrow(
      /^EMBEDDING_MODEL: .*aren't installed\. Add them: npx parley models add$/,
    )
  })

  it('are used by an encoder or a transcriber in a folder', () => {
    const [local, folder] = [{ provider: 'local' }, { provider: 'folder', folder: 'models/small' }] as const
    expect(usesModelPackages({ embedding: local, transcriber: undefined })).toBe(false)
    expect(usesModelPackages({ embedding: folder, transcriber: undefined })).toBe(true)
    expect(usesModelPackages({ embedding: local, transcriber: { ...folder, timeoutSeconds: 1 } })).toBe(true)
  })
})
