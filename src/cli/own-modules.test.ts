import { expect, it } from 'vitest'
import { resolveOwn } from './own-modules.ts'

const here = new URL('serve.ts', import.meta.url).href
const context = { conditions: ['node', 'import'], importAttributes: {}, parentURL: here }
const resolve = (specifier: string, parentURL: string | undefined = here) =>
  resolveOwn(specifier, { ...context, parentURL }, (asked) => ({ url: `next:${asked}` }))

it('own modules are resolved from the importing file', () => {
  const url = new URL('../core/log.ts', import.meta.url).href
  expect(resolve('../core/log.ts')).toEqual({ url, format: 'module-typescript', shortCircuit: true })
})

it.each([
  ['./log.ts', 'file:///app/src/core/tool.ts'],
  ['../../core/log.ts', 'file:///app/src/features/text/index.ts'],
  ['./../core/./log.ts', 'file:///app/src/features/index.ts'],
])('%s of %s is the URL that the standard defines', (specifier, path) => {
  const parent = path.replace('file:///app/src/', new URL('..', import.meta.url).href)
  expect(resolve(specifier, parent).url).toBe(new URL(specifier, parent).href)
})

it('modules of Node.js need no lookup', () => {
  expect(resolve('node:fs')).toEqual({ url: 'node:fs', format: 'builtin', shortCircuit: true })
})

it('packages are looked up once for all own modules', () => {
  const asked: string[] = []
  const ask = (specifier: string, file: string) =>
    resolveOwn(specifier, { ...context, parentURL: new URL(file, here).href }, (name) => {
      asked.push(name)
      return { url: `file:///packages/${name}/index.js`, format: 'module' }
    })
  const found = { url: 'file:///packages/some-package/index.js', format: 'module', shortCircuit: true }
  expect(ask('some-package', 'serve.ts')).toEqual(found)
  expect(ask('some-package', '../core/log.ts')).toEqual(found)
  expect(asked).toEqual(['some-package'])
})

it('data, modules of packages and calls of `require` are left to Node.js', () => {
  for (const specifier of ['./words.json', '#inside', here])
    expect(resolve(specifier)).toEqual({ url: `next:${specifier}` })
  const required = { ...context, conditions: ['node', 'require'], parentURL: here }
  expect(resolveOwn('zod', required, (asked) => ({ url: `next:${asked}` }))).toEqual({ url: 'next:zod' })
  const inPackage = 'file:///elsewhere/node_modules/some/index.js'
  expect(resolve('./other.ts', inPackage)).toEqual({ url: 'next:./other.ts' })
})
