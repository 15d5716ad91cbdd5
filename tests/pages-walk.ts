/** Goes through the app by its links, as somebody would who clicks on everything, and keeps what came. */
import type { AnyPage } from '../src/inbound/web/define-page.ts'
import { pages } from '../src/pages/index.ts'
import type { Browser, PageAnswer } from '../src/testing/browser-fixtures.ts'

export interface Visited {
  readonly page: AnyPage
  readonly address: string
  readonly answer: PageAnswer
}

export interface Walk {
  readonly visited: readonly Visited[]
  /** What links lead to that is no page of the app: files, recordings, shared clips. */
  readonly others: readonly { readonly address: string; readonly status: number; readonly from: string }[]
}

/** Where one can go from every page. */
export const BEGINNINGS: readonly string[] = [
  ...pages.flatMap(({ path, navigation }) => (navigation === undefined ? [] : [path])),
  '/account',
  '/connect',
]

/** Addresses of one kind that are looked at: the same page, with the same names in its query. */
const EACH_MAX = 2

/** In the order in which they are to be tried: a literal before a name. */
const patterns = pages
  .map((page) => ({
    page,
    pattern: new RegExp(`^${page.path.replace(/:\w+/g, '[^/]+')}$`),
    names: page.path.split(':').length,
  }))
  .toSorted((a, b) => a.names - b.names || b.page.path.length - a.page.path.length)

export const pageAt = (address: string): AnyPage | undefined =>
  patterns.find(({ pattern }) => pattern.test(address.split(/[?#]/, 1)[0] ?? ''))?.page

export async function walk(
  browser: Pick<Browser, 'get'>,
  from: readonly string[] = BEGINNINGS,
  max = 400,
): Promise<Walk> {
  const waiting = from.map((address) => ({ address, from: 'the navigation' }))
  const met = new Set<string>()
  const kinds = new Map<string, number>()
  const visited: Visited[] = []
  const others: { address: string; status: number; from: string }[] = []
  for (let next = waiting.shift(); next !== undefined && visited.length < max; next = waiting.shift()) {
    const { address } = next
    if (met.has(address)) continue
    met.add(address)
    const page = pageAt(address)
    const kind = kindOf(page, address)
    const seen = kinds.get(kind) ?? 0
    if (seen >= EACH_MAX) continue
    kinds.set(kind, seen + 1)
    const answer = await browser.get(address)
    if (page === undefined) {
      others.push({ address, status: answer.status, from: next.from })
      continue
    }
    visited.push({ page, address, answer })
    for (const link of linksOf(answer.text)) waiting.push({ address: link, from: address })
  }
  return { visited, others }
}

function kindOf(page: AnyPage | undefined, address: string): string {
  const [path = '', query = ''] = address.split('?', 2)
  const names = [...new Set(new URLSearchParams(query).keys())].sort().join(' ')
  return `${page?.path ?? path.replace(/\/[^/]*[\d_-][^/]*/g, '/*')} ${names}`
}

/** Places of ours that links lead to, without the place in the page. */
export const linksOf = (html: string): string[] =>
  [...html.matchAll(/<a\b[^>]*?\shref="(\/(?!\/)[^"#]*)/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'"),
  )
