/**
 * What pages load: one stylesheet, and small modules for browsers. They are written beside the pages that need them,
 * `*.css` and `*.browser.ts`, and are served as they lie there, without a build: styles in one file, modules one by one
 * without their types, so that a module imports its neighbour by the name it has here. All share one address part, a
 * digest of everything, so that browsers keep what they have until something changes.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../core/errors.ts'
import { type Html, html } from './html.ts'

const SOURCES = fileURLToPath(new URL('../../', import.meta.url))
/** In the order in which styles follow each other: what all share, then the pages. */
const FOLDERS = ['inbound/web', 'pages']
const STYLESHEET = 'parley.css'
const SYMBOL = 'parley.svg'
const YEAR_SECONDS = 31_536_000

interface Asset {
  readonly type: string
  readonly text: string
}

interface Assets {
  readonly version: string
  readonly files: ReadonlyMap<string, Asset>
}

let read: Assets | undefined

/** Read once, when the first page is asked for. */
function assets(): Assets {
  read ??= readAssets()
  return read
}

function readAssets(): Assets {
  const paths = FOLDERS.flatMap((folder) =>
    readdirSync(join(SOURCES, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => join(folder, path))
      .sort(),
  )
  const textOf = (path: string) => readFileSync(join(SOURCES, path), 'utf8')
  const files = new Map<string, Asset>()
  const styles = paths.filter((path) => path.endsWith('.css')).map(textOf)
  files.set(STYLESHEET, { type: 'text/css; charset=utf-8', text: styles.join('\n') })
  for (const path of paths.filter((path) => path.endsWith('.browser.ts'))) {
    const text = stripTypeScriptTypes(textOf(path), { mode: 'strip' })
    files.set(relative('', path).split(sep).join('/'), { type: 'text/javascript; charset=utf-8', text })
  }
  files.set(SYMBOL, { type: 'image/svg+xml', text: textOf(join('inbound', 'web', SYMBOL)) })
  const hash = createHash('sha256')
  for (const [name, { text }] of files) hash.update(`${name}\n${text}\n`)
  return { version: hash.digest('base64url').slice(0, 12), files }
}

/** A module as pages name it: where it lies below `src/`. */
export type Script = `${string}.browser.ts`

/** @throws Error for what is not there: a page names what it was written with */
export function addressOf(name: Script | typeof STYLESHEET | typeof SYMBOL): string {
  const { version, files } = assets()
  if (!files.has(name)) throw new Error(`There is no ${name} for browsers.`)
  return `/assets/${version}/${name}`
}

/** For the head of every page: how it looks, and the small picture of its window. */
export const headLinks = (): Html => html`<link rel="icon" type="image/svg+xml" href="${addressOf(SYMBOL)}">
<link rel="stylesheet" href="${addressOf(STYLESHEET)}">`

export function mountAssets(server: FastifyInstance): void {
  server.get<{ Params: { '*': string } }>('/assets/*', async (request, reply) => {
    const { version, files } = assets()
    const [, asked, name = ''] = /^([^/]*)\/(.*)$/.exec(request.params['*']) ?? []
    const file = files.get(name)
    if (file === undefined) throw notFound('file', '/path/name')
    // A page of the version before gets what there is now, and does not keep it.
    const keep = asked === version ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-store'
    return reply.headers({ 'cache-control': keep, 'x-content-type-options': 'nosniff' }).type(file.type).send(file.text)
  })
}
