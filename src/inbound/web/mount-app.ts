/** Mounts the pages of the web app for signed-in users. */

import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { AppError, notFound } from '../../core/errors.ts'
import { currentLanguage, runInLanguage } from '../../core/languages/current.ts'
import { type Context, FileAnswer, type StoredAnswer, UploadedFile } from '../../core/operation.ts'
import { checkBeforeBody, runOperation } from '../../core/run-operation.ts'
import type { SignedInSession } from '../../core/signed-in-user.ts'
import { BASE_PATH } from '../http/addresses.ts'
import { answerEvents } from '../http/answer-events.ts'
import { sendStored } from '../http/send-stored.ts'
import { readUpload, type Upload } from '../http/uploads.ts'
import { mountAssets } from './assets.ts'
import { compressed } from './compressed.ts'
import { type AnyPage, Fields, type FormAttempt, type PageDefinition, type PageRequest } from './define-page.ts'
import { DEFAULT_FORM } from './form-body.ts'
import { FORM_FIELD, type Forms, mountPages, SESSION_COOKIE } from './forms.ts'
import { type LanguageStore, storeLanguage } from './languages/user-language.ts'
import { HOME, SECOND_FACTOR_PATH } from './navigation.ts'
import { redirectSeeOther } from './page.ts'
import { pageHeaders } from './page-headers.ts'
import {
  createPageRequest,
  findOperationOrigins,
  type PageRequestParts,
  readZone,
  toPrincipal,
} from './page-request.ts'
import { addRetryAfter, createPageSender, getErrorStatus, type PageSender, type PageSenderParts } from './send-page.ts'
import { signInFor } from './sign-in-pages.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** User whose session the request carries. Set on pages of the app before anything of the body is read. */
    signedIn?: SignedInSession
  }
  interface FastifyContextConfig {
    /** Whether the page is open to users who must set up a second factor first. */
    withoutSecondFactor?: true | undefined
  }
}

export interface AppParts extends PageRequestParts, PageSenderParts {
  readonly pages: readonly AnyPage[]
  readonly findSession: (token: string | undefined) => Promise<SignedInSession | undefined>
  /** Stores the time zone of a user's browser if it changed. */
  readonly setTimeZone: (user: SignedInSession, zone: string) => Promise<void>
  /** Stores the language of a user without a choice, as `storeLanguage` describes. */
  readonly languages: LanguageStore
  readonly publicUrl: () => string
}

/** Runs a page for the signed-in user of a request, and sends errors in the layout of the app. */
type HandleVisit = (
  request: FastifyRequest,
  reply: FastifyReply,
  work: (req: PageRequest) => Promise<FastifyReply>,
) => Promise<FastifyReply>

interface PageRoutes extends Pick<AppParts, 'forms' | 'publicUrl'> {
  readonly handleVisit: HandleVisit
  readonly sender: PageSender
}

/** Sends the page for an unknown path. Undefined for visitors who aren't signed in, or must set up a second factor first. */
export type SendUnknownPath = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>

/** @returns the page for unknown paths, which has the navigation of the app */
export function mountApp(server: FastifyInstance, parts: AppParts): SendUnknownPath {
  const navigation = parts.pages.flatMap(({ path, navigation }) =>
    navigation === undefined ? [] : [{ path, ...navigation }],
  )
  const sender = createPageSender(parts, navigation)
  const { forms, publicUrl } = parts

  server.register(async (scope) => {
    await compressed(scope)
    mountAssets(scope)
    scope.get('/', async (_request, reply) => redirectSeeOther(reply, HOME))
    mountPages(scope, { guard: admitSignedIn, limits: DEFAULT_FORM, renderError }, (pages) => {
      pages.register(multipart)
      for (const page of parts.pages)
        mountPage(pages, page as unknown as PageDefinition, { forms, publicUrl, handleVisit, sender })
    })
  })

  return async (request, reply) => {
    const signedIn = await parts.findSession(parts.forms.cookies.get(request, SESSION_COOKIE))
    if (signedIn === undefined || signedIn.mustSetUpSecondFactor) return undefined
    await request.server.guard.admit(request, reply, toPrincipal(signedIn), 1)
    request.signedIn = signedIn
    return runInLanguage(signedIn.language ?? currentLanguage(), () =>
      sender.sendError(
        createPageRequest(parts, navigation, signedIn, request, reply),
        request,
        reply,
        notFound('page', '/path'),
      ),
    )
  }

  /**
   * Admits a request to a page before its body is read. Users who aren't signed in are redirected to the sign-in page, and
   * from there back to the page they opened. Users who must set up a second factor are redirected to its page.
   * @throws AppError `form_not_ours` for a form from another origin
   */
  async function admitSignedIn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const signedIn = await parts.findSession(parts.forms.cookies.get(request, SESSION_COOKIE))
    const isForm = request.method === 'POST'
    const wanted = isForm ? HOME : request.url
    if (signedIn === undefined) return redirectSeeOther(reply, signInFor(wanted))
    if (signedIn.mustSetUpSecondFactor && request.routeOptions.config.withoutSecondFactor !== true)
      return redirectSeeOther(reply, `${SECOND_FACTOR_PATH}?return_to=${encodeURIComponent(wanted)}`)
    request.signedIn = signedIn
    if (signedIn.language !== undefined) request.language = signedIn.language
    await request.server.guard.admit(request, reply, toPrincipal(signedIn), 1)
    if (isForm && !parts.forms.canBeOurs(request)) throw formNotOurs()
    const zone = readZone(request)
    if (zone !== undefined && zone !== signedIn.timeZone) await parts.setTimeZone(signedIn, zone)
    await storeLanguage(request, signedIn, parts.forms.cookies, parts.languages)
    return undefined
  }

  /** Renders errors that occur before a page runs, in the layout of the app. */
  function renderError(
    error: Error,
    request: FastifyRequest,
    reply: FastifyReply,
  ): FastifyReply | Promise<FastifyReply> {
    if (request.signedIn === undefined || reply.sent) throw error
    const req = createPageRequest(parts, navigation, request.signedIn, request, reply)
    return sender.sendError(req, request, reply, error)
  }

  async function handleVisit(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (req: PageRequest) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    if (request.signedIn === undefined) throw new Error('A page was served without a session.')
    const req = createPageRequest(parts, navigation, request.signedIn, request, reply)
    try {
      return await work(req)
    } catch (error) {
      if (reply.sent) throw error
      addRetryAfter(reply, error)
      return sender.sendError(req, request, reply, error)
    }
  }
}

function mountPage(scope: FastifyInstance, page: PageDefinition, routes: PageRoutes): void {
  const { forms, publicUrl, handleVisit, sender } = routes
  scope.get(page.path, { config: { withoutSecondFactor: page.withoutSecondFactor } }, (request, reply) =>
    handleVisit(request, reply, async (req) => sender.sendView(req, request, reply, await page.show(req))),
  )
  for (const [name, act] of Object.entries(page.actions ?? {})) {
    scope.post(`${page.path}/${name}`, formOptions(page, name), (request, reply) =>
      handleVisit(request, reply, (req) =>
        withForm(forms, request, reply, page.uploads?.[name], req.ctx, async (fields) => {
          try {
            return await sender.sendOutcome(req, request, reply, await act(req, fields))
          } catch (error) {
            if (!(error instanceof AppError) || !isRefusal(error)) throw error
            const { problems } = error
            const [first = { pointer: '', detail: error.message }, ...more] = problems
            const attempt: FormAttempt = { action: name, fields, problems: [first, ...more] }
            // Links on the page need the path of the page, not that of the action.
            const path = req.path.split('?', 1)[0]?.slice(0, -(name.length + 1)) ?? page.path
            const shown = await page.show({ ...req, path, attempt })
            addRetryAfter(reply, error)
            return sender.sendView(req, request, reply, { ...shown, status: getErrorStatus(error, request) })
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
        withForm(forms, request, reply, undefined, req.ctx, async (fields) => {
          const wire = { baseUrl: publicUrl() + BASE_PATH, path: operation.rest.path, query: {} }
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

/** @throws AppError `form_not_ours` for a form with an invalid token */
async function withForm(
  forms: Forms,
  request: FastifyRequest,
  reply: FastifyReply,
  upload: NonNullable<PageDefinition['uploads']>[string] | undefined,
  ctx: Context,
  work: (fields: Fields) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  if (upload === undefined || !request.isMultipart()) {
    if (!forms.isOurs(request)) throw formNotOurs()
    return work(new Fields(request.body as URLSearchParams))
  }
  await checkBeforeBody(upload.operation, request.params as Record<string, string>, ctx)
  const memory = request.server.largeBodies.memoryFor(reply)
  let sent: Upload | undefined
  try {
    sent = await readUpload(request, upload, memory)
    const { [upload.field]: file, ...texts } = sent.fields
    const values = new URLSearchParams(Object.entries(texts) as [string, string][])
    if (!forms.verify(request, values.get(FORM_FIELD) ?? undefined)) throw formNotOurs()
    // Without a selected file, browsers send an empty file without a name.
    const chosen = file instanceof UploadedFile && (file.size > 0 || file.name !== '') ? file : undefined
    return await work(new Fields(values, chosen))
  } finally {
    memory.release()
    await sent?.done()
  }
}

/** Route options of an action, with its own form limits if it has some. */
function formOptions(page: PageDefinition, action: string): RouteShorthandOptions {
  const limits = page.forms?.[action]
  const { withoutSecondFactor } = page
  if (limits === undefined) return { config: { withoutSecondFactor } }
  return { bodyLimit: limits.maxBytes, config: { maxFormFields: limits.maxFields, withoutSecondFactor } }
}

/** Whether an error is shown with the form. Other errors are shown on a separate page. */
const isRefusal = (error: AppError) =>
  error.kind !== 'internal' && error.kind !== 'not_found' && error.code !== 'form_not_ours'

const formNotOurs = () =>
  new AppError('forbidden', 'form_not_ours', 'Form expired', [
    { pointer: '', detail: "The form has expired or wasn't sent from Parley. Open the page again and resubmit it." },
  ])

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
