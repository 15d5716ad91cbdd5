/**
 * Rate limits of all routes except those of the tool server: by address before authentication, then by key, user and
 * organization. Responses contain the remaining requests. Rejections are thrown and rendered in the format of the
 * transport.
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../core/errors.ts'
import type { LimitRefusal, LimitState } from '../../core/limiter.ts'
import type { Principal } from '../../core/principal.ts'
import type { ClaimedCaller, DeliveryTarget, RequestLimits } from '../../core/request-limits.ts'
import type { Turns } from '../../core/turns.ts'
import { limitHeaders } from './limit-headers.ts'
import { paceRefusals } from './pace-refusals.ts'

export class RateLimited extends AppError {
  readonly refusal: LimitRefusal
  /** @param cost number of requests that the refused one counts as */
  constructor(refusal: LimitRefusal, cost = 1) {
    const { window, limit, retryAfterSeconds: seconds } = refusal
    const counts = cost > 1 ? `This request counts as ${cost} of them. ` : ''
    const detail =
      `The limit of ${limit} request${limit === 1 ? '' : 's'} per ${window} is exceeded. ${counts}` +
      `Wait ${seconds} second${seconds === 1 ? '' : 's'}, then send the request again.`
    super('too_many_requests', 'rate_limited', 'Too many requests', [{ pointer: '', detail }])
    this.refusal = refusal
  }
}

/** Limiter for routes. */
export interface RequestGuard {
  /** @throws RateLimited if a caller with an authentic token has exhausted a limit, before the token is looked up */
  refuseClaimed(reply: FastifyReply, caller: ClaimedCaller): void
  /** Counts a request for its caller, and stores the caller. @throws RateLimited */
  admit(request: FastifyRequest, reply: FastifyReply, principal: Principal, cost: number): Promise<void>
  /** Counts the cost of an operation that a page runs, in addition to the page. @throws RateLimited */
  spend(reply: FastifyReply, principal: Principal, cost: number): Promise<void>
  /** Counts a request of a route with `limitsItself` for its address. @throws RateLimited */
  arrive(reply: FastifyReply): void
  /** Counts a delivery for its call source and organization. @throws RateLimited */
  admitDelivery(reply: FastifyReply, target: DeliveryTarget): void
  readonly turns: Turns
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Rate limits and organization turns. */
    guard: RequestGuard
  }
  interface FastifyContextConfig {
    /** Number of requests that this route counts as. Defaults to 1. */
    cost?: number
    /** Whether the route has no rate limit, for monitoring and load balancers. */
    unlimited?: true
    /** Whether the handler of the route counts its requests, in place of the limit of addresses. */
    limitsItself?: true
  }
}

export interface GuardParts {
  readonly requestLimits: RequestLimits
  readonly turns: Turns
}

/**
 * Adds the limits to all routes of the server. Call it before routes are mounted.
 * @returns function that counts a request without a route by its address. It throws RateLimited.
 */
export function guardRequests(server: FastifyInstance, { requestLimits, turns }: GuardParts) {
  const limitByAddress = (request: FastifyRequest, reply: FastifyReply) =>
    refuse(reply, requestLimits.arrive(request.ip))
  server.addHook('onRequest', async (request, reply) => {
    const { unlimited, limitsItself } = request.routeOptions.config ?? {}
    if (!unlimited && !limitsItself) limitByAddress(request, reply)
  })
  server.addHook('onResponse', async (request, reply) => {
    const { limitsItself } = request.routeOptions.config ?? {}
    if (reply.raw.statusCode === 401 && !limitsItself) requestLimits.failed(request.ip)
  })
  paceRefusals(server)
  server.decorate('guard', {
    refuseClaimed(reply, caller) {
      const state = requestLimits.findRefusal(caller)
      reply.request.claimedOrganization = caller.organizationId
      if (state !== undefined) refuse(reply, state, reply.request.routeOptions.config?.cost)
    },
    async admit(request, reply, principal, cost) {
      request.principal = principal
      refuse(reply, await requestLimits.admit(principal, cost), cost)
    },
    async spend(reply, principal, cost) {
      if (cost > 0) refuse(reply, await requestLimits.admit(principal, cost), cost)
    },
    arrive: (reply) => limitByAddress(reply.request, reply),
    admitDelivery(reply, target) {
      reply.request.claimedOrganization = target.organizationId
      refuse(reply, requestLimits.admitDelivery(target))
    },
    turns,
  })
  return limitByAddress
}

/** Adds the rate limit headers, also for responses written without the framework. @throws RateLimited */
function refuse(reply: FastifyReply, state: LimitState, cost?: number): void {
  if (!reply.raw.headersSent)
    for (const [name, value] of Object.entries(limitHeaders(state))) reply.raw.setHeader(name, value)
  if (state.refusal !== undefined) throw new RateLimited(state.refusal, cost)
}

/** Renders rate limit errors of a scope in the format of its transport. Other errors go to the parent handler. */
export function renderRateLimited(
  scope: FastifyInstance,
  render: (error: RateLimited, request: FastifyRequest, reply: FastifyReply) => FastifyReply,
): void {
  scope.setErrorHandler<FastifyError | RateLimited>((error, request, reply) => {
    if (error instanceof RateLimited) return render(error, request, reply.status(429))
    throw error
  })
}
