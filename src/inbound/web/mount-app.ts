/** Mounts the pages of the web app for signed-in users. */

import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { AppError } from '../../core/errors.ts'
import { getRetryAfter, toExhaustion } from '../../core/exhaustion.ts'
import {
  type AnyOperation,
  type Context,
  FileAnswer,
  namesInPath,
  type StoredAnswer,
  takesLong,
  UploadedFile,
} from '../../core/operation.ts'
import type { OrganizationId, Principal, Role } from '../../core/principal.ts'
import { checkBeforeBody, runOperation } from '../../core/run-operation.ts'
import { parseTimeZone } from '../../core/zone-times.ts'
import { BASE_PATH } from '../http/addresses.ts'
import { answerEvents } from '../http/answer-events.ts'
import { errorAnswer } from '../http/error-bodies.ts'
import { logInternal } from '../http/log-internal.ts'
import { sendStored } from '../http/send-stored.ts'
import { readUpload, type Upload } from '../http/uploads.ts'
import { mountAssets } from './assets.ts'
import { compressed } from './compressed.ts'
import { readCookie } from './cookies.ts'
import {
  type AnyPage,
  Fields,
  type FormAttempt,
  type PageDefinition,
  type PageRequest,
  type Redirect,
  type View,
} from './define-page.ts'
import { DEFAULT_FORM } from './form-body.ts'
import { FORM_FIELD, type Forms, mountPages, SESSION_COOKIE } from './forms.ts'
import { html } from './html.ts'
import { HOME } from './navigation.ts'
import { pageHeaders } from './page-headers.ts'
import { type Sidebar, shell } from './shell.ts'
import { redirectSeeOther, signInFor } from './sign-in-pages.ts'

/** User of a session. */
export interface SignedIn {
  readonly sessionId: string
  readonly organizationId: OrganizationId
  readonly organizationName: string
  readonly userId: string
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly teamIds: readonly string[]
  readonly timeZone: string | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    /** User whose session the request carries. Set on pages of the app before anything of the body is read. */
    signedIn?: SignedIn
  }
}

export interface AppParts {
  readonly pages: readonly AnyPage[]
  readonly forms: Forms
  readonly findUser: (token: string | undefined) => Promise<SignedIn | undefined>
  /** Stores the time zone of a user's browser if it changed. */
  readonly setTimeZone: (user: SignedIn, zone: string) => Promise<void>
  readonly contextFor: (principal: Principal, source: { requestId: string; address: string }) => Context
  /** Abort signal of a request. It aborts when the client disconnects or the service stops. */
  readonly getSignal: (reply: FastifyReply) => AbortSignal
  readonly publicUrl: () => string
  /** Loads the data of the user in the sidebar. */
  readonly loadSidebar: (req: PageRequest) => Promise<Sidebar>
}

const SAID_COOKIE = 'parley_said'
const ZONE_COOKIE = 'parley_zone'
const THEME_COOKIE = 'parley_theme'
const SAID_SECONDS = 60
const NO_SIDEBAR: Sidebar = { views: [] }
const THEMES = ['light', 'dark'] as const

export function mountApp(server: FastifyInstance, parts: AppParts): void {
  const navigation = parts.pages.flatMap(({ path, navigation }) =>
    navigation === undefined ? [] : [{ path, ...navigation }],
  )

  server.register(async (scope) => {
    await compressed(scope)
    mountAssets(scope)
    scope.get('/', async (_request, reply) => redirectSeeOther(reply, HOME))
    mountPages(scope, { guard: admitSignedIn, limits: DEFAULT_FORM, renderError }, (pages) => {
      pages.register(multipart)
      for (const page of parts.pages) mountPage(pages, page as unknown as PageDefinition)
    })
  })

  function mountPage(scope: FastifyInstance, page: PageDefinition): void {
    scope.get(page.path, (request, reply) =>
      handleVisit(request, reply, async (req) => send(req, request, reply, await page.show(req))),
    )
    for (const [name, act] of Object.entries(page.actions ?? {})) {
      scope.post(`${page.path}/${name}`, formOptions(page, name), (request, reply) =>
        handleVisit(request, reply, (req) =>
          withForm(request, reply, page.uploads?.[name], req.ctx, async (fields) => {
            try {
              return await sendRedirect(req, request, reply, await act(req, fields))
            } catch (error) {
              if (!(error instanceof AppError) || !isRefusal(error)) throw error
              const { problems } = error
              const [first = { pointer: '', detail: error.message }, ...more] = problems
              const attempt: FormAttempt = { action: name, fields, problems: [first, ...more] }
              // Links on the page need the path of the page, not that of the action.
              const path = req.path.split('?', 1)[0]?.slice(0, -(name.length + 1)) ?? page.path
              const shown = await page.show({ ...req, path, attempt })
              addRetryAfter(reply, error)
              return send(req, request, reply, { ...shown, status: getErrorStatus(error, request) })
            }
          }),
        ),
      )
    }
    for (const [name, piece] of Object.entries(page.fragments ?? {})) {
      scope.get(`${page.path}/${name}`, (request, reply) =>
        handleVisit(request, reply, async (req) => {
          const { text } = await piece(req)
          return reply.headers(pageHeaders('app')).send(text)
        }),
      )
    }
    for (const [name, file] of Object.entries(page.files ?? {})) {
      scope.get(`${page.path}/${name}`, (request, reply) =>
        handleVisit(request, reply, async (req) => sendFile(await file(req), request, reply)),
      )
    }
    for (const [name, { operation, input }] of Object.entries(page.streams ?? {})) {
      scope.post(`${page.path}/${name}`, formOptions(page, name), (request, reply) =>
        handleVisit(request, reply, (req) =>
          withForm(request, reply, undefined, req.ctx, async (fields) => {
            const wire = { baseUrl: parts.publicUrl() + BASE_PATH, path: operation.rest.path, query: {} }
            const given = input(req, fields)
            await request.server.guard.spend(reply, req.ctx.principal, (operation.cost ?? 1) - 1)
            return answerEvents(operation, req.ctx, wire, request, reply, async (ctx) => ({
              output: await runOperation(operation, given, ctx, findOperationOrigins(operation)),
              status: 200,
            }))
          }),
        ),
      )
    }
  }

  /**
   * Admits a request to a page before its body is read. Users who aren't signed in are redirected to the sign-in page, and
   * from there back to the page they opened.
   * @throws AppError `form_not_ours` for a form from another origin
   */
  async function admitSignedIn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const signedIn = await parts.findUser(parts.forms.cookies.get(request, SESSION_COOKIE))
    const isForm = request.method === 'POST'
    if (signedIn === undefined) return redirectSeeOther(reply, signInFor(isForm ? HOME : request.url))
    request.signedIn = signedIn
    await request.server.guard.admit(request, reply, toPrincipal(signedIn), 1)
    if (isForm && !parts.forms.canBeOurs(request)) throw formNotOurs()
    const zone = readZone(request)
    if (zone !== undefined && zone !== signedIn.timeZone) await parts.setTimeZone(signedIn, zone)
    return undefined
  }

  /** Renders errors that occur before a page runs, in the layout of the app. */
  function renderError(
    error: Error,
    request: FastifyRequest,
    reply: FastifyReply,
  ): FastifyReply | Promise<FastifyReply> {
    if (request.signedIn === undefined || reply.sent) throw error
    const req = createPageRequest(request.signedIn, request, reply)
    return send(req, request, reply, renderRefusal(error, req, request))
  }

  async function handleVisit(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (req: PageRequest) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    if (request.signedIn === undefined) throw new Error('A page was served without a session.')
    const req = createPageRequest(request.signedIn, request, reply)
    try {
      return await work(req)
    } catch (error) {
      if (reply.sent) throw error
      addRetryAfter(reply, error)
      return send(req, request, reply, renderRefusal(error, req, request))
    }
  }

  function createPageRequest(signedIn: SignedIn, request: FastifyRequest, reply: FastifyReply): PageRequest {
    const { userId, email, role, name, organizationName, sessionId } = signedIn
    const zone = readZone(request)
    const ctx = {
      ...parts.contextFor(toPrincipal({ ...signedIn, timeZone: zone ?? signedIn.timeZone }), {
        requestId: request.id,
        address: request.ip,
      }),
      signal: parts.getSignal(reply),
    }
    return {
      user: { id: userId, name, email, role, organizationName, sessionId },
      ctx,
      params: request.params as Record<string, string>,
      query: new URL(request.url, 'http://localhost').searchParams,
      path: request.url,
      navigation,
      zone: zone ?? 'UTC',
      theme: THEMES.find((theme) => theme === readCookie(request, THEME_COOKIE)),
      formToken: html`<input type="hidden" name="${FORM_FIELD}" value="${parts.forms.token(request, reply)}">`,
      run: ((operation, input) =>
        runInTurn(request, reply, operation as unknown as AnyOperation, input, ctx)) as PageRequest['run'],
    }
  }

  /** @throws AppError `form_not_ours` for a form with an invalid token */
  async function withForm(
    request: FastifyRequest,
    reply: FastifyReply,
    upload: NonNullable<PageDefinition['uploads']>[string] | undefined,
    ctx: Context,
    work: (fields: Fields) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    if (upload === undefined || !request.isMultipart()) {
      if (!parts.forms.isOurs(request)) throw formNotOurs()
      return work(new Fields(request.body as URLSearchParams))
    }
    await checkBeforeBody(upload.operation, request.params as Record<string, string>, ctx)
    const memory = request.server.largeBodies.memoryFor(reply)
    let sent: Upload | undefined
    try {
      sent = await readUpload(request, upload, memory)
      const { [upload.field]: file, ...texts } = sent.fields
      const values = new URLSearchParams(Object.entries(texts) as [string, string][])
      if (!parts.forms.verify(request, values.get(FORM_FIELD) ?? undefined)) throw formNotOurs()
      // Without a selected file, browsers send an empty file without a name.
      const chosen = file instanceof UploadedFile && (file.size > 0 || file.name !== '') ? file : undefined
      return await work(new Fields(values, chosen))
    } finally {
      memory.release()
      await sent?.done()
    }
  }

  async function sendRedirect(
    req: PageRequest,
    request: FastifyRequest,
    reply: FastifyReply,
    outcome: Redirect | View,
  ): Promise<FastifyReply> {
    if (!('to' in outcome)) return send(req, request, reply, outcome)
    const { to, confirmation } = outcome
    if (confirmation !== undefined)
      parts.forms.cookies.set(reply, SAID_COOKIE, encodeURIComponent(confirmation), SAID_SECONDS)
    return redirectSeeOther(reply, to)
  }

  async function send(
    req: PageRequest,
    request: FastifyRequest,
    reply: FastifyReply,
    view: View,
  ): Promise<FastifyReply> {
    const sidebar = await loadSidebar(req, request, view)
    const said = decoded(parts.forms.cookies.get(request, SAID_COOKIE))
    if (said !== undefined) parts.forms.cookies.set(reply, SAID_COOKIE, '', 0)
    return reply
      .status(view.status ?? 200)
      .headers(pageHeaders('app'))
      .send(shell({ req, view, navigation, sidebar, said }).text)
  }

  /** An error page has an empty sidebar, because its data can be the cause of the error. */
  async function loadSidebar(req: PageRequest, request: FastifyRequest, view: View): Promise<Sidebar> {
    if ((view.status ?? 200) >= 429) return NO_SIDEBAR
    try {
      return await parts.loadSidebar(req)
    } catch (error) {
      logInternal(req.ctx.log, request.id, error)
      return NO_SIDEBAR
    }
  }

  function renderRefusal(error: unknown, req: PageRequest, request: FastifyRequest): View {
    const status = getErrorStatus(error, request)
    if (status === 500) logInternal(req.ctx.log, request.id, error)
    const [title, words] = describeError(status, toExhaustion(error), request.id)
    return {
      title,
      status,
      body: html`<div class="empty"><h1>${title}</h1><p>${words}</p><p><a class="button" href="${HOME}">Go to calls</a></p></div>`,
    }
  }
}

/** Route options of an action with its own form limits. */
function formOptions(page: PageDefinition, action: string): RouteShorthandOptions {
  const limits = page.forms?.[action]
  return limits === undefined ? {} : { bodyLimit: limits.maxBytes, config: { maxFormFields: limits.maxFields } }
}

const toPrincipal = ({ organizationId, userId, email, teamIds, role, sessionId, timeZone }: SignedIn): Principal => ({
  organizationId,
  user: { id: userId, email, teamIds, timeZone },
  role,
  scopes: ['read', 'write'],
  via: 'session',
  sessionId,
})

function describeError(status: number, error: unknown, requestId: string): [title: string, words: string] {
  if (status === 404) return ['Page not found', "The page doesn't exist, or you don't have access to it."]
  if (status === 403 && error instanceof AppError) return ['Access denied', error.message]
  if (status === 413 && error instanceof AppError) return ['The form is too large', error.problems[0]?.detail ?? '']
  if (status > 500 && error instanceof AppError) return ['Temporarily unavailable', error.message]
  if (status >= 500)
    return ['Something went wrong', `Parley logged the error with the request ID ${requestId}. Try again.`]
  return ["Couldn't complete the request", error instanceof AppError ? error.message : 'Try again.']
}

/** Whether an error is shown with the form. Other errors are shown on a separate page. */
const isRefusal = (error: AppError) =>
  error.kind !== 'internal' && error.kind !== 'not_found' && error.code !== 'form_not_ours'

const formNotOurs = () =>
  new AppError('forbidden', 'form_not_ours', 'Form expired', [
    { pointer: '', detail: "The form has expired or wasn't sent from Parley. Open the page again and resubmit it." },
  ])

function addRetryAfter(reply: FastifyReply, error: unknown): void {
  const seconds = getRetryAfter(toExhaustion(error))
  if (seconds !== undefined) reply.header('retry-after', seconds)
}

const getErrorStatus = (error: unknown, request: FastifyRequest) =>
  errorAnswer(error, undefined, request.id, 'resource').status

const findOperationOrigins = (operation: AnyOperation) => ({
  path: new Set(namesInPath(operation.rest?.path ?? '')),
  query: new Set<string>(),
})

function sendFile(
  file: FileAnswer | StoredAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> | FastifyReply {
  if (!(file instanceof FileAnswer)) return sendStored(file, request, reply)
  const name = file.fileName.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  return reply
    .headers({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
    .header(
      'content-disposition',
      `attachment; filename="${name}"; filename*=UTF-8''${encodeURIComponent(file.fileName)}`,
    )
    .type(file.contentType)
    .send(file.body)
}

/** Runs an operation. Its cost beyond 1 counts against the limits. Short operations run in the turn of the organization. */
async function runInTurn(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: AnyOperation,
  input: unknown,
  ctx: Context,
): Promise<unknown> {
  const { guard } = request.server
  await guard.spend(reply, ctx.principal, (operation.cost ?? 1) - 1)
  const run = () => runOperation(operation, input, ctx, findOperationOrigins(operation))
  return takesLong(operation) ? run() : guard.turns.run(ctx.org, ctx.signal, run)
}

/** Time zone of the browser. Undefined if it hasn't sent one. */
const readZone = (request: FastifyRequest): string | undefined =>
  parseTimeZone(decoded(readCookie(request, ZONE_COOKIE)))

function decoded(value: string | undefined): string | undefined {
  if (value === undefined || value === '') return undefined
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}
