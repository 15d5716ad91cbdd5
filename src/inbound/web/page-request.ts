/** Request of a page: the user, the context for operations, and what the browser says about itself. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type AnyOperation, type Context, namesInPath, takesLong } from '../../core/operation.ts'
import type { Principal } from '../../core/principal.ts'
import { runOperation } from '../../core/run-operation.ts'
import type { SignedInSession, SignedInUser } from '../../core/signed-in-user.ts'
import { parseTimeZone } from '../../core/zone-times.ts'
import { readCookie } from './cookies.ts'
import type { PageRequest } from './define-page.ts'
import { FORM_FIELD, type Forms } from './forms.ts'
import { html } from './html.ts'

const ZONE_COOKIE = 'parley_zone'
const THEME_COOKIE = 'parley_theme'
const THEMES = ['light', 'dark'] as const

export interface PageRequestParts {
  readonly forms: Forms
  readonly contextFor: (principal: Principal, source: { requestId: string; address: string }) => Context
  /** Abort signal of a request. It aborts when the client disconnects or the service stops. */
  readonly getSignal: (reply: FastifyReply) => AbortSignal
}

export function createPageRequest(
  { forms, contextFor, getSignal }: PageRequestParts,
  navigation: PageRequest['navigation'],
  signedIn: SignedInSession,
  request: FastifyRequest,
  reply: FastifyReply,
): PageRequest {
  const { userId, email, role, name, organizationName, sessionId } = signedIn
  const zone = readZone(request)
  const ctx = {
    ...contextFor(toPrincipal({ ...signedIn, timeZone: zone ?? signedIn.timeZone }), {
      requestId: request.id,
      address: request.ip,
    }),
    signal: getSignal(reply),
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
    formToken: html`<input type="hidden" name="${FORM_FIELD}" value="${forms.token(request, reply)}">`,
    run: ((operation, input) =>
      runInTurn(request, reply, operation as unknown as AnyOperation, input, ctx)) as PageRequest['run'],
  }
}

export const toPrincipal = ({
  organizationId,
  userId,
  email,
  teamIds,
  role,
  sessionId,
  timeZone,
}: Pick<
  SignedInUser,
  'organizationId' | 'userId' | 'email' | 'teamIds' | 'role' | 'sessionId' | 'timeZone'
>): Principal => ({
  organizationId,
  user: { id: userId, email, teamIds, timeZone },
  role,
  scopes: ['read', 'write'],
  via: 'session',
  sessionId,
})

export const findOperationOrigins = (operation: AnyOperation) => ({
  path: new Set(namesInPath(operation.rest?.path ?? '')),
  query: new Set<string>(),
})

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
export const readZone = (request: FastifyRequest): string | undefined =>
  parseTimeZone(decodeCookie(readCookie(request, ZONE_COOKIE)))

/** Decodes the value of a cookie. Undefined if it is empty or malformed. */
export function decodeCookie(value: string | undefined): string | undefined {
  if (value === undefined || value === '') return undefined
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}
