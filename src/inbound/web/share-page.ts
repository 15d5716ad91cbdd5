/**
 * Page behind the share link of a clip. It works without scripts and loads nothing from other origins. Anyone with the link
 * can open it, so it shows and plays only the data passed in. Internal clips redirect to the app after sign-in.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../core/errors.ts'
import { formatDate, formatUtcTime } from '../../core/languages/formats.ts'
import { type Text, t } from '../../core/languages/message.ts'
import type { StoredAnswer } from '../../core/operation.ts'
import { clockTime } from '../../core/timecode.ts'
import { sendStored } from '../http/send-stored.ts'
import { type ClipPictureWord, toClipPicture } from './clip-picture.ts'
import type { Cookies } from './cookies.ts'
import { SESSION_COOKIE } from './forms.ts'
import { type Html, html } from './html.ts'
import { createPage, type HtmlPage, redirectSeeOther, sendPage } from './page.ts'
import { signInFor } from './sign-in-pages.ts'

export interface SharedPage {
  readonly id: string
  /** Whether the viewer also has access to the clip in the app. */
  readonly seenInside: boolean
  readonly internal: boolean
  readonly title: string
  readonly organizationName: string
  /** ISO 8601. */
  readonly date: string
  /** Seconds from the start of the recording. */
  readonly start: number
  readonly end: number
  readonly lines: readonly { readonly speaker: string; readonly text: Text; readonly start: number | null }[]
  /** Words with their times in seconds of the recording, without their text. Empty without times. */
  readonly words: readonly ClipPictureWord[]
  /** Playable part: its start in seconds of the recording, and the video size in pixels. */
  readonly recording:
    | { readonly begins: number; readonly picture: { readonly width: number; readonly height: number } | undefined }
    | undefined
  /** Expiry of the link, ISO 8601; null: never. */
  readonly expiresAt: string | null
}

/** Browser that opens a shared page. */
export interface PageVisitor {
  readonly address: string
  readonly userAgent: string
  /** Whether the browser fetches the page before somebody opens it. */
  readonly isPrefetch: boolean
}

interface ShareParts<Viewer> {
  readonly open: (
    code: string,
    asked: { readonly visitor: PageVisitor | undefined; readonly viewer?: Viewer | undefined },
  ) => Promise<SharedPage | 'sign_in_needed' | undefined>
  /** Recording of the clip. */
  readonly play: (code: string, viewer: Viewer | undefined) => Promise<StoredAnswer | undefined>
  readonly findViewer: (token: string | undefined) => Promise<Viewer | undefined>
  readonly cookies: Cookies
  /** False for a network with too many requests, which may be guessing codes. */
  readonly mayOpen: (address: string) => Promise<boolean>
  /** Same as `mayOpen`, with a higher limit for the requests of players. */
  readonly mayPlay: (address: string) => Promise<boolean>
}

const toClipPath = (id: string) => `/clips/${id}`
const RETRY_SECONDS = 3_600
const PLAYER = 'inbound/web/share-page.browser.ts'

export function mountSharePage<Viewer>(server: FastifyInstance, parts: ShareParts<Viewer>): void {
  const { open, play, findViewer, cookies, mayOpen, mayPlay } = parts
  server.get<{ Params: { code: string } }>('/s/:code', async (request, reply) => {
    if (!(await mayOpen(request.ip))) return sendTooMany(reply)
    const viewer = await findViewer(cookies.get(request, SESSION_COOKIE))
    const shown = await open(request.params.code, { visitor: toPageVisitor(request), viewer })
    if (shown === undefined) {
      return sendPage(
        reply,
        notice(
          404,
          t('Link not found'),
          t('The link is invalid, or the clip is no longer shared. Ask the person who sent it for a new link.'),
        ),
      )
    }
    if (shown === 'sign_in_needed') return redirectSeeOther(reply, signInFor(request.url))
    if (shown.internal) return redirectSeeOther(reply, toClipPath(shown.id))
    const player = shown.recording && PLAYER
    return sendPage(
      reply,
      page(
        200,
        shown.title,
        clip(shown, `${request.url.split('?', 1)[0]}/recording`),
        player,
        renderFooter(shown.expiresAt),
      ),
    )
  })

  server.get<{ Params: { code: string } }>('/s/:code/recording', async (request, reply) => {
    reply.headers(FILE_HEADERS)
    if (!(await mayPlay(request.ip))) {
      return reply.status(429).header('retry-after', RETRY_SECONDS).send({ code: 429, message: 'Too many requests' })
    }
    const file = await play(request.params.code, await findViewer(cookies.get(request, SESSION_COOKIE)))
    if (file === undefined) throw notFound('recording', '/path/code')
    return sendStored(file, request, reply, { keeps: false })
  })
}

/** Visitor of a shared page. Undefined for a HEAD request, which isn't a view. */
export const toPageVisitor = ({ method, ip, headers }: FastifyRequest): PageVisitor | undefined =>
  method === 'GET'
    ? {
        address: ip,
        userAgent: headers['user-agent'] ?? '',
        isPrefetch: [headers['sec-purpose'], headers.purpose].some((purpose) => String(purpose).includes('prefetch')),
      }
    : undefined

/** Same protection as for pages: no indexing, caching or referrer. */
const FILE_HEADERS = {
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}

/** Rate limit page. It is the same for all kinds of links, whether or not the link is valid. */
export const sendTooMany = (reply: FastifyReply): FastifyReply =>
  sendPage(
    reply.header('retry-after', RETRY_SECONDS),
    notice(429, t('Too many requests'), t('Too many links were opened from your network. Try again in an hour.')),
  )

const page = (
  status: number,
  title: Text,
  body: Html,
  player?: typeof PLAYER,
  footer: Text = t('Shared with Parley'),
): HtmlPage => createPage(status, title, body, { forms: 'none', footer, narrow: false, player })

const renderFooter = (expiresAt: string | null): Text =>
  expiresAt === null
    ? t('Shared with Parley. The link shows this clip only. It ends when the clip is deleted or made internal.')
    : t`Shared with Parley. The link shows this clip only. It expires on ${formatUtcTime(new Date(expiresAt))}.`

const notice = (status: number, title: Text, words: Text): HtmlPage =>
  page(status, title, html`<h1>${title}</h1>\n<p class="when">${words}</p>`)

function clip(shown: SharedPage, source: string): Html {
  const { id, seenInside, title, organizationName, date, start, end, lines, recording } = shown
  const picture = toClipPicture(shown)
  const when = html`<time datetime="${date}">${longDate(date)}</time> · <span>${clockTime(start)}–${clockTime(end)}</span>`
  const said =
    lines.length === 0
      ? html`<p class="none">This clip has no transcript.</p>`
      : html`<ol>\n${lines.map((one) => line(one, recording !== undefined, picture.colors))}</ol>`
  const inside = seenInside && html`\n<p class="aside"><a href="${toClipPath(id)}">Open in Parley</a></p>`
  return html`${renderSender(organizationName, html`Clip, ${formatSeconds(end - start)}`, 'clip-sender')}
<h1 dir="auto">${title}</h1>\n<p class="when">${when}</p>
${(picture.lanes.length > 0 || recording !== undefined) && html`<div class="playing">${picture.html}${recording && player(recording, source)}</div>\n`}${said}${inside}`
}

/**
 * Line above everything that is shared: the organization that shares it, and what it is.
 * @param kind class of the page
 */
export function renderSender(organizationName: string, words: Html, kind: 'clip-sender' | 'deck-sender'): Html {
  const [initial = ''] = organizationName
  return html`<p class="sender ${kind}"><span aria-hidden="true">${initial.toLocaleUpperCase('en')}</span><bdi>${organizationName}</bdi><span class="length">${words}</span></p>`
}

const formatSeconds = (seconds: number) =>
  seconds < 90 ? t`${Math.max(1, Math.round(seconds))} seconds` : t`${Math.round(seconds / 60)} minutes`

/** Player of the clip. The file starts with the first complete packet of the clip, so its times are relative to that packet. */
function player({ begins, picture }: NonNullable<SharedPage['recording']>, source: string): Html {
  const told = html`id="clip-media" src="${source}" controls preload="metadata" data-begins="${begins}" aria-label="Recording of the clip"`
  return picture === undefined
    ? html`<audio ${told}></audio>`
    : html`<video ${told} playsinline width="${picture.width}" height="${picture.height}"></video>`
}

const line = (
  { speaker, text, start }: SharedPage['lines'][number],
  isPlayed: boolean,
  colors: ReadonlyMap<string, string>,
): Html =>
  html`<li${isPlayed && start !== null && html` data-at="${start}"`}><p class="who"><span class="talk-dot ${colors.get(speaker) ?? 'talk-others'}" aria-hidden="true"></span> ${renderSpeaker(speaker, start)}</p><p dir="auto">${text}</p></li>\n`

const renderSpeaker = (speaker: string, start: number | null): Html => {
  const name = html`<bdi>${speaker === '' ? t('Unknown speaker') : speaker}</bdi>`
  return start === null ? name : html`${name} <span class="at">${clockTime(start)}</span>`
}

const longDate = (iso: string) => formatDate(new Date(iso), { dateStyle: 'long', timeZone: 'UTC' })
