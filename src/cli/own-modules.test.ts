import { expect, it } from 'vitest'
import { resolveOwn } from './own-modules.ts'

const here = new URL('serve.ts', import.meta.url).href
const context = { conditions: [], importAttributes: {}, parentURL: here }
const resolve = (specifier: string, parentURL: string | undefined = here) =>
  resolveOwn(specifier, { ...context, parentURL }, (asked) => ({ url: `next:${asked}` }))

it('own modules are resolved from the importing file', () => {
  const url = new URL('../core/log.ts', import.meta.url).href
  expect(resolve('../core/log.ts')).toEqual({ url, format: 'module-typescript', shortCircuit: true })
})

it('packages, data and modules of packages are left to Node.js', () => {
  for (const specifier of ['commander', 'node:fs', './words.json', '@scope/package/file.ts', here])
    expect(resolve(specifier)).toEqual({ url: `next:${specifier}` })
  const inPackage = 'file:///elsewhere/node_modules/some/index.js'
  expect(resolve('./other.ts', inPackage)).toEqual({ url: 'next:./other.ts' })
})
