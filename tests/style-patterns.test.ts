/** The style check (`npm run style`) finds each kind of text and name, at its line, and nothing in code. */
import { describe, expect, it } from 'vitest'
import { findHitsIn } from '../scripts/style/find-hits.ts'
import { STYLE_PATTERNS } from '../scripts/style/patterns.ts'

const hitsIn = (file: string, text: string) =>
  findHitsIn(file, text).map(({ pattern, line }) => `${pattern.name} ${line}`)

describe('the style check', () => {
  it.each<[string, string, string, string[]]>([
    ['a doc comment', 'src/a.ts', '/** Of one call. */\nexport const a = 1', ['doc-opening 1']],
    ['not a line comment', 'src/a.ts', '// Of one call.\nexport const a = 1', []],
    ['a later line of a comment', 'src/a.ts', '/**\n * Reads.\n * It tells nobody.\n */', ['tell 3']],
    [
      'line comments as one text',
      'src/a.ts',
      '// Waits for good\n// and tells.\nconst a = 1',
      ['for-good 1', 'tell 2'],
    ],
    ['not a directive', 'src/a.ts', '// biome-ignore lint: told\nconst a = 1', []],
    ['an error', 'src/a.ts', "throw new AppError('x', 'There is no such team.')", ['there-is-no-such 1']],
    ['an error in a template', 'src/a.ts', 'throw invalid({\n  detail: `This must be one.`,\n})', ['this-error 2']],
    ['not another string', 'src/a.ts', "const query = 'There is no such team.'", []],
    ['interface copy', 'src/pages/a.ts', 'const a = html`\n<p>A deck made the day</p>`', ['makes 2']],
    ['a label', 'src/pages/a.ts', 'html`<input aria-label="Tell the team">`', ['tell 1']],
    ['not a class name', 'src/pages/a.ts', 'html`<p class="told">Fine words</p>`', []],
    ['a type', 'src/a.ts', 'export interface Found {}\ntype Told = 1', ['type-name 1', 'type-name 2']],
    ['not an imported type', 'src/a.ts', "import { type Found } from './b.ts'", []],
    ['functions', 'src/a.ts', 'function tellCall() {}\nconst nameOf = () => 1', ['function-tell 1', 'function-of 2']],
    ['a file', 'src/features/told.ts', '', ['file-name 1']],
    ['Markdown', 'docs/a.md', '# A\n\n- One\n- It stands here.\n', ['stands 4']],
    ['not code in Markdown', 'docs/a.md', 'Run `told`.\n\n```\ntold\n```\n', []],
    ['a cell', 'docs/a.md', '| A | B |\n|---|---|\n| x | told |\n', ['tell 3']],
    [
      'a description',
      'openapi.json',
      '{\n  "description": "Of a call."\n}',
      ['description-opening 2', 'short-parameter 2'],
    ],
    ['not the short description of a tool', 'tools.json', '{\n  "description": "List calls"\n}', []],
  ])('finds %s', (_, file, text, hits) => {
    expect(hitsIn(file, text).sort()).toEqual(hits.sort())
  })

  it('counts the words of each sentence', () => {
    const words = (count: number) => `${Array.from({ length: count }, (_, index) => `w${index}`).join(' ')}.`
    expect(hitsIn('docs/a.md', `${words(30)} W${words(30)}`)).toEqual([])
    expect(hitsIn('docs/a.md', `W${words(30)} W${words(31)}`)).toEqual(['long-sentence 1'])
  })

  it('reads descriptions of the API, and not the data of its examples', () => {
    const property = { description: 'Of one call.' }
    const api = JSON.stringify(
      { property, example: property, items: { example: [property], description: 'Tells.' } },
      null,
      2,
    )
    expect(hitsIn('openapi.json', api)).toEqual([
      ...['description-opening 3', 'short-parameter 3', 'short-parameter 14', 'tell 14'],
    ])
  })

  it('counts the lines of each function', () => {
    const body = (count: number) => Array.from({ length: count }, () => '  count++').join('\n')
    const functions = (count: number) => [
      `function countAll() {\n${body(count)}\n}`,
      `const countAll = () => {\n${body(count)}\n}`,
      `const counter = {\n  countAll() {\n${body(count)}\n}\n}`,
    ]
    expect(functions(118).map((text) => hitsIn('src/a.ts', text))).toEqual([[], [], []])
    expect(functions(119).map((text) => hitsIn('src/a.ts', text))).toEqual([
      ['long-function 1'],
      ['long-function 1'],
      ['long-function 2'],
    ])
  })

  it('has one pattern of a name, each with an advice', () => {
    expect(new Set(STYLE_PATTERNS.map(({ name }) => name)).size).toBe(STYLE_PATTERNS.length)
    expect(STYLE_PATTERNS.filter(({ advice }) => advice === '')).toEqual([])
  })

  it('refuses a file that is not TypeScript', () => {
    expect(() => findHitsIn('src/a.ts', 'const = 1')).toThrow("src/a.ts isn't valid TypeScript")
  })
})
