/** Holds responses with status 429 of callers that repeat their requests without waiting (core/refusal-pace.ts). */
import { setTimeout as pauseMs } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Principal } from '../../core/principal.ts'
import { RefusalPace } from '../../core/refusal-pace.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Organization of an authentic token that wasn't looked up. */
    claimedOrganization?: string
  }
}

/**
 * The body of a held request isn't read, and other responses are never held.
 * @param pause timer, which tests replace
 */
export function paceRefusals(server: FastifyInstance, pause: (ms: number) => Promise<unknown> = pauseMs): void {
  const pace = new RefusalPace()
  server.decorateRequest('claimedOrganization')
  server.addHook('onSend', async (request, reply) => {
    if (reply.statusCode !== 429) return
    // Absent if the rejection came before the authentication.
    const principal: Principal | undefined = request.principal
    const caller = principal?.organizationId ?? request.claimedOrganization ?? request.ip
    const delayMs = pace.take(caller, performance.now())
    if (delayMs > 0) await pace.hold(() => pause(delayMs))
  })
}
