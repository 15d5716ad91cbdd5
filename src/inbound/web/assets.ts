/**
 * Assets of pages: one stylesheet, modules for browsers, and the typeface. The sources `*.css` and `*.browser.ts` are next to
 * the pages that use them and are served without a build step. Styles are concatenated; types are stripped from each module,
 * and imports keep their file names. The typeface comes from its package, whose stylesheet lists one file per script. All
 * URLs contain a digest of all assets, so that browsers can cache them until one changes.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../core/errors.ts'
import { type Html, html } from './html.ts'
import { HOME } from './navigation.ts'

const SOURCES = fileURLToPath(new URL('../../', import.meta.url))
/** Folders in the order of their styles: shared styles first. */
const FOLDERS = ['inbound/web', 'pages']
const STYLESHEET = 'parley.css'
const SYMBOL = 'parley.svg'
/** Icons of the installed app, with room around the mark, so that systems can crop them. */
const ICONS = { 'icon-192.png': '192x192', 'icon-512.png': '512x512' } as const
const MANIFEST = '/manifest.webmanifest'
const YEAR_SECONDS = 31_536_000

/** Stylesheet of the package of the typeface, with one face per script. Its files are in `files/`. */
const FACES = createRequire(import.meta.url).resolve('@fontsource-variable/inter/opsz.css')
/** File of the Latin script, which every page needs. The browser loads the others for text that contains their letters. */
const LATIN = 'fonts/inter-latin-opsz-normal.woff2'

interface Asset {
  readonly type: string
  readonly content: string | Buffer
}

interface Assets {
  readonly version: string
  readonly files: ReadonlyMap<string, Asset>
}

let read: Assets | undefined

/** Reads the assets at the first request. */
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
  const readSource = (path: string) => readFileSync(join(SOURCES, path), 'utf8')
  const files = new Map<string, Asset>()
  const styles = paths.filter((path) => path.endsWith('.css')).map(readSource)
  const faces = readFileSync(FACES, 'utf8').replaceAll('./files/', 'fonts/')
  files.set(STYLESHEET, { type: 'text/css; charset=utf-8', content: [faces, ...styles].join('\n') })
  for (const [name = ''] of faces.matchAll(/fonts\/[\w-]+\.woff2/g))
    files.set(name, { type: 'font/woff2', content: readFileSync(join(dirname(FACES), name.replace('fonts', 'files'))) })
  for (const path of paths.filter((path) => path.endsWith('.browser.ts'))) {
    const content = stripTypeScriptTypes(readSource(path), { mode: 'strip' })
    files.set(relative('', path).split(sep).join('/'), { type: 'text/javascript; charset=utf-8', content })
  }
  files.set(SYMBOL, { type: 'image/svg+xml', content: readSource(join('inbound', 'web', SYMBOL)) })
  for (const name of Object.keys(ICONS))
    files.set(name, { type: 'image/png', content: readFileSync(join(SOURCES, 'inbound', 'web', name)) })
  const hash = createHash('sha256')
  for (const [name, { content }] of files) hash.update(`${name}\n`).update(content)
  return { version: hash.digest('base64url').slice(0, 12), files }
}

/** Path of a browser module below `src/`. */
export type BrowserScript = `${string}.browser.ts`

/** @throws Error if the asset doesn't exist, which is an error in a page */
export function toAssetUrl(
  name: BrowserScript | typeof STYLESHEET | typeof SYMBOL | typeof LATIN | keyof typeof ICONS,
): string {
  const { version, files } = assets()
  if (!files.has(name)) throw new Error(`The asset ${name} doesn't exist.`)
  return `/assets/${version}/${name}`
}

/** Links to the icon, the typeface and the stylesheet, for the head of every page. */
export const headLinks =
  (): Html => html`<link rel="preload" as="font" type="font/woff2" href="${toAssetUrl(LATIN)}" crossorigin>
<link rel="icon" type="image/svg+xml" href="${toAssetUrl(SYMBOL)}">
<link rel="stylesheet" href="${toAssetUrl(STYLESHEET)}">`

/** Links that make the app installable, and the color of the browser's frame. */
export const appLinks = (): Html => html`<link rel="manifest" href="${MANIFEST}">
<link rel="apple-touch-icon" href="${toAssetUrl('icon-192.png')}">
<meta name="theme-color" content="#f6f6f3" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#0c0d0f" media="(prefers-color-scheme: dark)">`

/** Icons of the app, with their paths. */
export const appIcons = (): { src: string; sizes: string; type: string }[] => [
  { src: toAssetUrl(SYMBOL), sizes: 'any', type: 'image/svg+xml' },
  ...Object.entries(ICONS).map(([name, sizes]) => ({
    ...{ src: toAssetUrl(name as keyof typeof ICONS), sizes, type: 'image/png' },
  })),
]

/** Web app manifest (W3C). Its URL is stable, because browsers identify the installed app by it. */
const createManifest = () => ({
  ...{ id: '/', name: 'Parley', short_name: 'Parley', start_url: HOME, scope: '/', display: 'standalone' },
  ...{ background_color: '#ffffff', theme_color: '#4740cf' },
  icons: appIcons().flatMap((icon) => (icon.sizes === 'any' ? [icon] : [icon, { ...icon, purpose: 'maskable' }])),
})

export function mountAssets(server: FastifyInstance): void {
  server.get(MANIFEST, async (_request, reply) =>
    reply
      .headers({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(createManifest())),
  )
  server.get<{ Params: { '*': string } }>('/assets/*', async (request, reply) => {
    const { version, files } = assets()
    const [, asked, name = ''] = /^([^/]*)\/(.*)$/.exec(request.params['*']) ?? []
    const file = files.get(name)
    if (file === undefined) throw notFound('file', '/path/name')
    // A page of an earlier version gets the current asset and doesn't cache it.
    const keep = asked === version ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-store'
    return reply
      .headers({ 'cache-control': keep, 'x-content-type-options': 'nosniff' })
      .type(file.type)
      .send(file.content)
  })
}
