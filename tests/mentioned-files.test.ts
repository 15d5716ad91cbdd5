/** Files that comments and guides mention exist, so that a move or a rename updates them. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repositoryFiles as files, root } from './repository-files.ts'

/** Paths from the root or from `src/`, such as `core/clock.ts`. A path after `owner/name ` is in another repository. */
const PATH =
  /(?<![\w/.-])(?<!\b[\w-]+\/[\w.-]+ )((?:src|tests|bench|scripts|core|demo|testing|outbound|inbound|features|pages|cli)\/[\w./-]+\.(?:ts|json|bin|css|wasm|safetensors))\b/g
/** Names of files between backticks, such as `queries.ts`. */
const NAME = /`([a-z0-9-]+(?:\.(?:job|step|worker|browser|test))?\.ts)`/g

/** Tests that write example trees; the changelog, which names what once was. */
const EXEMPT = new Set([
  'tests/architecture.test.ts',
  'tests/style-patterns.test.ts',
  'tests/mentioned-files.test.ts',
  'CHANGELOG.md',
])

const paths = new Set(files)
const names = new Set(files.map((file) => file.slice(file.lastIndexOf('/') + 1)))

/** @returns the mentions of a text that name no file */
function findMissing(text: string): string[] {
  const mentioned = [
    ...Array.from(text.matchAll(PATH), ([, path = '']) => [path, paths.has(path) || paths.has(`src/${path}`)] as const),
    ...Array.from(text.matchAll(NAME), ([, name = '']) => [name, names.has(name)] as const),
  ]
  return mentioned.filter(([, exists]) => !exists).map(([mention]) => mention)
}

it('exist', async () => {
  const missing: string[] = []
  for (const file of files.filter((name) =>
    /^(src|tests|bench|scripts|docs)\/.*\.(ts|md|css)$|^[A-Z]+\.md$/.test(name),
  )) {
    if (EXEMPT.has(file)) continue
    const text = await readFile(join(root, file), 'utf8')
    missing.push(...findMissing(text).map((mention) => `${file}: ${mention}`))
  }
  expect(missing).toEqual([])
})

it('are told from files that are not there', () => {
  expect(findMissing('See `core/clock.ts`, `src/app.ts` and `queries.ts`.')).toEqual([])
  expect(findMissing('See `core/nowhere.ts` and `nowhere.ts`.')).toEqual(['core/nowhere.ts', 'nowhere.ts'])
})
