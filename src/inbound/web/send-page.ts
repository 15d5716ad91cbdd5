/** Sends views in the layout of the app: pages, redirects with a confirmation, and errors. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../core/errors.ts'
import { getRetryAfter, toExhaustion } from '../../core/exhaustion.ts'
import { known } from '../../core/languages/known.ts'
import { type Text, t } from '../../core/languages/message.ts'
import { errorAnswer } from '../http/error-bodies.ts'
import { logInternal } from '../http/log-internal.ts'
import type { PageRequest, Redirect, View } from './define-page.ts'
import { emptyStrip } from './empty-strip.ts'
import type { Forms } from './forms.ts'
import { html } from './html.ts'
import { LANGUAGE_COOKIE } from './languages/cookie.ts'
import { HOME } from './navigation.ts'
import { redirectSeeOther } from './page.ts'
import { pageHeaders, RECORDING_HEADERS } from './page-headers.ts'
import { decodeCookie } from './page-request.ts'
import { type Sidebar, shell } from './shell.ts'
import { withCode } from './with-code.ts'

const SAID_COOKIE = 'parley_said'
const SAID_SECONDS = 60
const YEAR_SECONDS = 31_536_000
const NO_SIDEBAR: Sidebar = { views: [] }

export interface PageSenderParts {
  readonly forms: Forms
  /** Loads the data of the user in the sidebar. */
  readonly loadSidebar: (req: PageRequest) => Promise<Sidebar>
}

export interface PageSender {
  sendView(req: PageRequest, request: FastifyRequest, reply: FastifyReply, view: View): Promise<FastifyReply>
  /** Sends the outcome of an action: a view, or a redirect with a confirmation on the next page. */
  sendOutcome(
    req: PageRequest,
    request: FastifyRequest,
    reply: FastifyReply,
    outcome: Redirect | View,
  ): Promise<FastifyReply>
  /** Sends an error on a page of its own. */
  sendError(req: PageRequest, request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<FastifyReply>
}

export function createPageSender(
  parts: PageSenderParts,
  navigation: Parameters<typeof shell>[0]['navigation'],
): PageSender {
  async function sendView(
    req: PageRequest,
    request: FastifyRequest,
    reply: FastifyReply,
    view: View,
  ): Promise<FastifyReply> {
    const sidebar = await loadSidebar(req, request, view)
    const said = decodeCookie(parts.forms.cookies.get(request, SAID_COOKIE))
    if (said !== undefined) parts.forms.cookies.set(reply, SAID_COOKIE, '', 0)
    return reply
      .status(view.status ?? 200)
      .headers({ ...pageHeaders('app'), ...(view.recordsSound === true && RECORDING_HEADERS) })
      .send(shell({ req, view, navigation, sidebar, said }).text)
  }

  /**
   * An error page has an empty sidebar, because its data can be the cause of the error. So has the page for users who must
   * set up a second factor before they see anything.
   */
  async function loadSidebar(req: PageRequest, request: FastifyRequest, view: View): Promise<Sidebar> {
    if ((view.status ?? 200) >= 429 || request.signedIn?.mustSetUpSecondFactor === true) return NO_SIDEBAR
    try {
      return await parts.loadSidebar(req)
    } catch (error) {
      logInternal(req.ctx.log, request.id, error)
      return NO_SIDEBAR
    }
  }

  return {
    sendView,
    async sendOutcome(req, request, reply, outcome) {
      if (!('to' in outcome)) return sendView(req, request, reply, outcome)
      const { to, confirmation, language } = outcome
      if (language !== undefined) parts.forms.cookies.set(reply, LANGUAGE_COOKIE, language, YEAR_SECONDS)
      if (confirmation !== undefined)
        parts.forms.cookies.set(reply, SAID_COOKIE, encodeURIComponent(String(confirmation)), SAID_SECONDS)
      return redirectSeeOther(reply, to)
    },
    async sendError(req, request, reply, error) {
      const status = getErrorStatus(error, request)
      if (status === 500) logInternal(req.ctx.log, request.id, error)
      return sendView(req, request, reply, renderError(status, error, request.id))
    },
  }
}

function renderError(status: number, error: unknown, requestId: string): View {
  const [title, words] = describeError(status, toExhaustion(error), requestId)
  return {
    title,
    status,
    body: html`<div class="empty">${emptyStrip()}<h1>${title}</h1><p>${withCode(words)}</p><p class="actions"><a class="button" href="${HOME}">Go to the start page</a><a class="button" href="/search">Search calls</a></p></div>`,
  }
}

function describeError(status: number, error: unknown, requestId: string): [title: Text, words: Text] {
  if (status === 404) return [t('Page not found'), t("The page doesn't exist, or you don't have access to it.")]
  if (status === 403 && error instanceof AppError) return [t('Access denied'), known(error.message)]
  if (status === 413 && error instanceof AppError)
    return [t('The form is too large'), known(error.problems[0]?.detail ?? '')]
  if (status > 500 && error instanceof AppError) return [t('Temporarily unavailable'), known(error.message)]
  if (status >= 500)
    return [t('Something went wrong'), t`Parley logged the error with the request ID ${requestId}. Try again.`]
  return [t("Couldn't complete the request"), error instanceof AppError ? known(error.message) : t('Try again.')]
}

export function addRetryAfter(reply: FastifyReply, error: unknown): void {
  const seconds = getRetryAfter(toExhaustion(error))
  if (seconds !== undefined) reply.header('retry-after', seconds)
}

export const getErrorStatus = (error: unknown, request: FastifyRequest) =>
  errorAnswer(error, undefined, request.id, 'resource').status
