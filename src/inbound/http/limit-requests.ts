/**
 * Limits at every route outside the tool server's own: by address before anything is known of the caller, then by key, user
 * and organization. Each answer carries what is left; a refusal is thrown, and rendered in the form of its transport.
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../core/errors.ts'
import type { LimitRefusal, LimitState } from '../../core/limiter.ts'
import type { Principal } from '../../core/principal.ts'
import type { ClaimedCaller, RequestLimits } from '../../core/request-limits.ts'
import type { Turns } from '../../core/turns.ts'
import { limitHeaders } from './limit-headers.ts'

export class RateLimited extends AppError {
  readonly refusal: LimitRefusal
  constructor(refusal: LimitRefusal) {
    const { window, limit, retryAfterSeconds: seconds } = refusal
    const detail =
      `The limit of ${limit} request${limit === 1 ? '' : 's'} per ${window} is used up. ` +
      `Wait ${seconds} second${seconds === 1 ? '' : 's'}, then send the request again.`
    super('too_many_requests', 'rate_limited', 'Too many requests', [{ pointer: '', detail }])
    this.refusal = refusal
  }
}

/** The limiter as routes use it. */
export interface RequestGuard {
  /** @throws RateLimited when a caller with an authentic token has used up a limit, before the token is looked up */
  refuseClaimed(reply: FastifyReply, caller: ClaimedCaller): void
  /** Counts a request by its caller, and says who that is. @throws RateLimited */
  admit(request: FastifyRequest, reply: FastifyReply, principal: Principal, cost: number): Promise<void>
  /** Counts what one operation of a page costs beyond the page. @throws RateLimited */
  spend(reply: FastifyReply, principal: Principal, cost: number): Promise<void>
  readonly turns: Turns
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Limits of requests, and turns of organizations. */
    guard: RequestGuard
  }
  interface FastifyContextConfig {
    /** Weight of a request against the limits of its caller. Defaults to 1. */
    cost?: number
    /** Whether the route is open to any number of requests: for what monitors and balancers ask. */
    unlimited?: true
  }
}

export interface GuardParts {
  readonly requestLimits: RequestLimits
  readonly turns: Turns
}

/**
 * Guards all routes of the server; to be called before any is mounted.
 * @returns what counts a request by its address, for one that has no route. It throws RateLimited
 */
export function guardRequests(server: FastifyInstance, { requestLimits, turns }: GuardParts) {
  const arrive = (request: FastifyRequest, reply: FastifyReply) => refuse(reply, requestLimits.arrive(request.ip))
  server.addHook('onRequest', async (request, reply) => {
    if (!request.routeOptions.config?.unlimited) arrive(request, reply)
  })
  server.addHook('onResponse', async (request, reply) => {
    if (reply.raw.statusCode === 401) requestLimits.failed(request.ip)
  })
  server.decorate('guard', {
    refuseClaimed(reply, caller) {
      const state = requestLimits.refusalOf(caller)
      if (state !== undefined) refuse(reply, state)
    },
    async admit(request, reply, principal, cost) {
      request.principal = principal
      refuse(reply, await requestLimits.admit(principal, cost))
    },
    async spend(reply, principal, cost) {
      if (cost > 0) refuse(reply, await requestLimits.admit(principal, cost))
    },
    turns,
  })
  return arrive
}

/** Adds the headers of limits, also for answers that are written past the framework. @throws RateLimited */
function refuse(reply: FastifyReply, state: LimitState): void {
  if (!reply.raw.headersSent)
    for (const [name, value] of Object.entries(limitHeaders(state))) reply.raw.setHeader(name, value)
  if (state.refusal !== undefined) throw new RateLimited(state.refusal)
}

/** Renders refusals of a scope in the form of its transport; other errors go to the handler above. */
export function renderRateLimited(
  scope: FastifyInstance,
  render: (error: RateLimited, request: FastifyRequest, reply: FastifyReply) => FastifyReply,
): void {
  scope.setErrorHandler<FastifyError | RateLimited>((error, request, reply) => {
    if (error instanceof RateLimited) return render(error, request, reply.status(429))
    throw error
  })
}
