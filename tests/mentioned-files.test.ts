/** Files that comments and guides mention exist, so that a move or a rename updates them. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'
import { repositoryFiles as files, root } from './repository-files.ts'

/** Paths from the root or from `src/`, such as `core/clock.ts`. A path after `owner/name ` is in another repository. */
const PATH =
  /(?<![\w/.-])(?<!\b[\w-]+\/[\w.-]+ )((?:src|tests|bench|scripts|core|demo|testing|outbound|inbound|features|pages|cli)\/[\w./-]+\.(?:ts|json|bin|css|wasm|safetensors))\b/g
/** Names of files between backticks, such as `queries.ts`. */
const NAME = /`([a-z0-9-]+(?:\.(?:job|step|worker|browser|test))?\.ts)`/g

/** Ends of paths between backticks, such as `privacy/places.ts`. */
const END = /`((?:[a-z0-9-]+\/)+[a-z0-9-]+(?:\.(?:job|step|worker|browser|test))?\.ts)`/g
/** Links to decision records, with their label. */
const DECISION = /\[(\d+)\]\((?:[\w./-]*\/)?(\d{4})-[\w-]+\.md\)/g

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
    ...Array.from(
      text.matchAll(END),
      ([, end = '']) => [end, files.some((file) => file === end || file.endsWith(`/${end}`))] as const,
    ),
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

const findWrongLabels = (text: string): string[] =>
  Array.from(text.matchAll(DECISION)).flatMap(([link, label, number]) =>
    Number(label) === Number(number) ? [] : [link],
  )

it('have the number of their decision as the label of a link', async () => {
  const wrong: string[] = []
  for (const file of files.filter((name) => name.endsWith('.md'))) {
    const text = await readFile(join(root, file), 'utf8')
    wrong.push(...findWrongLabels(text).map((link) => `${file}: ${link}`))
  }
  expect(wrong).toEqual([])
  expect(findWrongLabels('See [9](docs/decisions/0009-clock.md) and [8](0009-clock.md).')).toEqual([
    '[8](0009-clock.md)',
  ])
})

it('are told from files that are not there', () => {
  expect(findMissing('See `core/clock.ts`, `src/app.ts` and `queries.ts`.')).toEqual([])
  expect(findMissing('See `answers/index.ts` and `answers/nowhere.ts`.')).toEqual(['answers/nowhere.ts'])
  expect(findMissing('See `core/nowhere.ts` and `nowhere.ts`.')).toEqual([
    ...['core/nowhere.ts', 'core/nowhere.ts', 'nowhere.ts'],
  ])
})

/** Links of Markdown to a file of the repository or a heading, without code. */
const LINK = /\]\(([^)\s:]+)\)/g
const withoutCode = (text: string): string => text.replace(/^ *```[\s\S]*?^ *```/gm, '').replace(/`[^`\n]*`\(/g, '')

/** @returns the anchors of the headings of a guide, as GitHub creates them */
function readAnchors(text: string): Set<string> {
  const headings = text.replace(/^ *```[\s\S]*?^ *```/gm, '').matchAll(/^#+ (.+)$/gm)
  const counts = new Map<string, number>()
  return new Set(
    Array.from(headings, ([, heading = '']) => {
      const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
      const anchor = words
        .replace(/[^\p{L}\p{N}_ -]/gu, '')
        .trim()
        .replaceAll(' ', '-')
      const count = counts.get(anchor) ?? 0
      counts.set(anchor, count + 1)
      return count === 0 ? anchor : `${anchor}-${count}`
    }),
  )
}

/** @returns the links of a guide whose file or heading doesn't exist */
function findBrokenLinks(file: string, text: string, read: (file: string) => string | undefined): string[] {
  return Array.from(withoutCode(text).matchAll(LINK), ([, link = '']) => link).filter((link) => {
    const [path = '', anchor = ''] = link.split('#')
    const target = path === '' ? file : normalize(join(dirname(file), path))
    if (path !== '' && !existsSync(join(root, target))) return true
    if (anchor === '' || !target.endsWith('.md')) return false
    return !readAnchors(read(target) ?? '').has(anchor)
  })
}

it('are linked with headings that exist', async () => {
  const guides = files.filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md')
  const texts = new Map<string, string>()
  for (const file of guides) texts.set(file, await readFile(join(root, file), 'utf8'))
  const broken = guides.flatMap((file) =>
    findBrokenLinks(file, texts.get(file) ?? '', (target) => texts.get(target)).map((link) => `${file}: ${link}`),
  )
  expect(guides.length).toBeGreaterThan(100)
  expect(broken).toEqual([])
  const example = '# Quick start\n[a](#quick-start) [b](#start) [c](nowhere.md) [d](https://example.com/x)'
  expect(findBrokenLinks('README.md', example, () => example)).toEqual(['#start', 'nowhere.md'])
})
