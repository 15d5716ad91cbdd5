/** The changelog follows Keep a Changelog 1.1.0, and its newest version is that of `package.json`. */
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

const read = (name: string) => readFile(new URL(`../${name}`, import.meta.url), 'utf8')

it('has unreleased changes first, then versions with their dates, and the newest one is that of the package', async () => {
  const headings = Array.from((await read('CHANGELOG.md')).matchAll(/^## (.*)$/gm), ([, heading]) => heading)
  const [unreleased, ...versions] = headings
  expect(unreleased).toBe('[Unreleased]')
  const dated = versions.map((heading) => /^\[(\d+\.\d+\.\d+)\] - (\d{4}-\d{2}-\d{2})$/.exec(heading ?? ''))
  expect(dated).not.toContain(null)
  expect(dated[0]?.[1]).toBe(JSON.parse(await read('package.json')).version)
  const dates = dated.map((match) => match?.[2])
  expect(dates).toEqual(dates.toSorted().reverse())
})
