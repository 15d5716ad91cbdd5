import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { localPath } from './local-path.ts'

const OURS = 'https://parley.example'

describe('a path of ours', () => {
  it.each([
    ['/', '/'],
    ['/oauth/authorize?client_id=a&scope=b%20c', '/oauth/authorize?client_id=a&scope=b%20c'],
    ['/a/../b', '/b'],
    ['/%2f%2fevil.example', '/%2f%2fevil.example'],
    ['/?return_to=https://evil.example', '/?return_to=https://evil.example'],
    ['/@evil.example', '/@evil.example'],
  ])('%s stays one', (given, path) => {
    expect(localPath(given)).toBe(path)
  })

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    'https://evil.example',
    'HTTPS:evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    ' /oauth',
    'oauth',
    '',
    `/${'a'.repeat(8_001)}`,
    undefined,
    ['/a'],
  ])('%s is none', (given) => {
    expect(localPath(given)).toBeUndefined()
  })

  it('never leads a browser elsewhere, whatever is given, and is one again', () => {
    const piece = fc.constantFrom('/', '\\', '.', '..', ':', '@', '//', 'evil.example', 'https:', '%2f', '\t', '?', '#')
    const given = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece).map((parts) => `/${parts.join('')}`),
    )
    fc.assert(
      fc.property(given, (text) => {
        const path = localPath(text)
        if (path === undefined) return
        expect(new URL(path, OURS).origin).toBe(OURS)
        expect(localPath(path)).toBe(path)
      }),
      { numRuns: 2_000 },
    )
  })
})
