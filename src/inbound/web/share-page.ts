/**
 * Page behind the share link of a clip. It works without scripts and loads nothing from other origins. Anyone with the link
 * can open it, so it shows and plays only the data passed in. Internal clips redirect to the app after sign-in. If the
 * sharer allows questions, the page has a form, and answers with quotes from the page.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../core/errors.ts'
import { formatDate, formatUtcTime } from '../../core/languages/formats.ts'
import { type Text, t } from '../../core/languages/message.ts'
import type { StoredAnswer } from '../../core/operation.ts'
import { clockTime } from '../../core/timecode.ts'
import { sendStored } from '../http/send-stored.ts'
import { type ClipPictureWord, toClipPicture } from './clip-picture.ts'
import { type Forms, mountPages, readFormField, requireOwnForm, SESSION_COOKIE } from './forms.ts'
import { type Html, html } from './html.ts'
import { createPage, type HtmlPage, redirectSeeOther, sendPage } from './page.ts'
import {
  answerQuestion,
  renderNoQuestions,
  renderQuestionBox,
  type SharedAnswer,
  type SharedLine,
  toLineId,
} from './share-questions.ts'
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
  readonly lines: readonly SharedLine[]
  /** Words with their times in seconds of the recording, without their text. Empty without times. */
  readonly words: readonly ClipPictureWord[]
  /** Playable part: its start in seconds of the recording, and the video size in pixels. */
  readonly recording:
    | { readonly begins: number; readonly picture: { readonly width: number; readonly height: number } | undefined }
    | undefined
  /** Expiry of the link, ISO 8601; null: never. */
  readonly expiresAt: string | null
  readonly questionsAllowed: boolean
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
    asked: {
      readonly visitor: PageVisitor | undefined
      readonly isShown: boolean
      readonly viewer?: Viewer | undefined
    },
  ) => Promise<SharedPage | 'sign_in_needed' | undefined>
  /** Recording of the clip. */
  readonly play: (code: string, viewer: Viewer | undefined) => Promise<StoredAnswer | undefined>
  /** Answers a question about the clip. Undefined if the link accepts no questions. */
  readonly answer: (code: string, viewer: Viewer | undefined, question: string) => Promise<SharedAnswer | undefined>
  readonly findViewer: (token: string | undefined) => Promise<Viewer | undefined>
  readonly forms: Forms
  /** False for a network with too many requests, which may be guessing codes. */
  readonly mayOpen: (address: string) => Promise<boolean>
  /** Same as `mayOpen`, with a higher limit for the requests of players. */
  readonly mayPlay: (address: string) => Promise<boolean>
  /** Whether a network may ask another question, and whether the link may receive one. @param id ID of the clip */
  readonly mayAsk: (address: string, id: string) => Promise<boolean>
}

const toClipPath = (id: string) => `/clips/${id}`
const RETRY_SECONDS = 3_600
const PLAYER = 'inbound/web/share-page.browser.ts'

export function mountSharePage<Viewer>(server: FastifyInstance, parts: ShareParts<Viewer>): void {
  mountPages(server, { guard: requireOwnForm(parts.forms, sendFormExpired) }, (scope) => {
    scope.get<{ Params: { code: string } }>('/s/:code', (request, reply) => showClip(parts, request, reply, undefined))
    scope.post<{ Params: { code: string } }>('/s/:code', async (request, reply) => {
      if (!parts.forms.isOurs(request)) return sendFormExpired(reply)
      return showClip(parts, request, reply, readFormField(request, 'question')?.trim() ?? '')
    })
  })

  const { play, findViewer, forms, mayPlay } = parts
  server.get<{ Params: { code: string } }>('/s/:code/recording', async (request, reply) => {
    reply.headers(FILE_HEADERS)
    if (!(await mayPlay(request.ip))) {
      return reply.status(429).header('retry-after', RETRY_SECONDS).send({ code: 429, message: 'Too many requests' })
    }
    const file = await play(request.params.code, await findViewer(forms.cookies.get(request, SESSION_COOKIE)))
    if (file === undefined) throw notFound('recording', '/path/code')
    return sendStored(file, request, reply, { keeps: false })
  })
}

/** @param question question of the form; undefined if the page is opened */
async function showClip<Viewer>(
  parts: ShareParts<Viewer>,
  request: FastifyRequest<{ Params: { code: string } }>,
  reply: FastifyReply,
  question: string | undefined,
): Promise<FastifyReply> {
  const { open, findViewer, forms, mayOpen } = parts
  if (!(await mayOpen(request.ip))) return sendTooMany(reply)
  const { code } = request.params
  const viewer = await findViewer(forms.cookies.get(request, SESSION_COOKIE))
  const visitor = toPageVisitor(request)
  const shown = await open(code, { visitor, isShown: request.method !== 'HEAD', viewer })
  if (shown === undefined) return sendPage(reply, linkNotFound())
  if (shown === 'sign_in_needed') return redirectSeeOther(reply, signInFor(request.url))
  if (shown.internal) return redirectSeeOther(reply, toClipPath(shown.id))
  const asked =
    question === undefined
      ? undefined
      : await answerQuestion(question, {
          isAllowed: shown.questionsAllowed,
          mayAsk: () => parts.mayAsk(request.ip, shown.id),
          answer: () => parts.answer(code, viewer, question),
        })
  const path = request.url.split('?', 1)[0] ?? ''
  const box =
    shown.questionsAllowed && shown.lines.length > 0
      ? renderQuestionBox({ path, token: forms.token(request, reply), lines: shown.lines, asked })
      : asked !== undefined && renderNoQuestions()
  if (asked?.status === 429) reply.header('retry-after', RETRY_SECONDS)
  const { title, recording, expiresAt } = shown
  return sendPage(
    reply,
    page(asked?.status ?? 200, title, renderClip(shown, `${path}/recording`, box), {
      ...(shown.questionsAllowed ? { forms: [] } : {}),
      player: recording && PLAYER,
      footer: renderFooter(expiresAt),
    }),
  )
}

const linkNotFound = (): HtmlPage =>
  notice(
    404,
    t('Link not found'),
    t('The link is invalid, or the clip is no longer shared. Ask the person who sent it for a new link.'),
  )

const sendFormExpired = (reply: FastifyReply): FastifyReply =>
  sendPage(
    reply,
    notice(
      403,
      t('Form expired'),
      t("The form has expired or wasn't sent from Parley. Open the link of the clip again."),
    ),
  )

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
  given: { forms?: readonly string[]; player?: typeof PLAYER | undefined; footer?: Text } = {},
): HtmlPage =>
  createPage(status, title, body, { forms: 'none', footer: t('Shared with Parley'), narrow: false, ...given })

const renderFooter = (expiresAt: string | null): Text =>
  expiresAt === null
    ? t('Shared with Parley. The link shows this clip only. It ends when the clip is deleted or made internal.')
    : t`Shared with Parley. The link shows this clip only. It expires on ${formatUtcTime(new Date(expiresAt))}.`

const notice = (status: number, title: Text, words: Text): HtmlPage =>
  page(status, title, html`<h1>${title}</h1>\n<p class="when">${words}</p>`)

/** @param box form for questions, or false */
function renderClip(shown: SharedPage, source: string, box: Html | false): Html {
  const { id, seenInside, title, organizationName, date, start, end, lines, recording } = shown
  const picture = toClipPicture(shown)
  const when = html`<time datetime="${date}">${longDate(date)}</time> · <span>${clockTime(start)}–${clockTime(end)}</span>`
  const said =
    lines.length === 0
      ? html`<p class="none">This clip has no transcript.</p>`
      : html`<ol class="clip-said">\n${lines.map((one, at) => renderLine(one, at, recording !== undefined, picture.colors))}</ol>`
  const inside = seenInside && html`\n<p class="aside"><a href="${toClipPath(id)}">Open in Parley</a></p>`
  return html`${renderSender(organizationName, html`Clip, ${formatSeconds(end - start)}`, 'clip-sender')}
<h1 dir="auto">${title}</h1>\n<p class="when">${when}</p>
${(picture.lanes.length > 0 || recording !== undefined) && html`<div class="playing">${picture.html}${recording && player(recording, source)}</div>\n`}${said}${box}${inside}`
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

const renderLine = (
  { speaker, text, start }: SharedLine,
  at: number,
  isPlayed: boolean,
  colors: ReadonlyMap<string, string>,
): Html =>
  html`<li id="${toLineId(at)}"${isPlayed && start !== null && html` data-at="${start}"`}><p class="who"><span class="talk-dot ${colors.get(speaker) ?? 'talk-others'}" aria-hidden="true"></span> ${renderSpeaker(speaker, start, at)}</p><p dir="auto">${text}</p></li>\n`

/** The time is a link to the line, which people can copy. With a recording, a script replaces it by a button. */
const renderSpeaker = (speaker: string, start: number | null, at: number): Html => {
  const name = html`<bdi>${speaker === '' ? t('Unknown speaker') : speaker}</bdi>`
  return start === null
    ? name
    : html`${name} <span class="at"><a href="#${toLineId(at)}">${clockTime(start)}</a></span>`
}

const longDate = (iso: string) => formatDate(new Date(iso), { dateStyle: 'long', timeZone: 'UTC' })
