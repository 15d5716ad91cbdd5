/** Ports that count calls, for `/metrics`. */
import type { Limiter, LimitState } from '../../core/limiter.ts'
import type { Log } from '../../core/log.ts'
import type { Mail } from '../../core/mail.ts'
import type { RequestLimits } from '../../core/request-limits.ts'
import type { Signals } from '../../core/signals.ts'

/** Counts emails. Each email has a log line, without recipient, subject or text. */
export function countedMail(mail: Mail, signals: Pick<Signals, 'mail'>, log: Pick<Log, 'info' | 'warn'>): Mail {
  return {
    ...mail,
    async send(message, of) {
      const startedAt = performance.now()
      const line = () => ({ organization: of ?? null, ms: Math.round(performance.now() - startedAt) })
      try {
        await mail.send(message, of)
      } catch (error) {
        signals.mail('failed')
        // Without the reason, which may quote the recipient. The log line of the job contains it.
        log.warn({ ...line(), outcome: 'failed' }, 'mail')
        throw error
      }
      signals.mail('sent')
      log.info({ ...line(), outcome: 'sent' }, 'mail')
    },
  }
}

const getOutcome = ({ refusal, isLocal }: LimitState) =>
  refusal !== undefined ? 'refused' : isLocal ? 'uncounted' : 'allowed'

/** Counts each request once: by its address if that limit rejects it, otherwise by its caller. */
export function countedRequestLimits(limits: RequestLimits, signals: Pick<Signals, 'rateLimit'>): RequestLimits {
  const countOutcome = <State extends LimitState | undefined>(state: State): State => {
    if (state?.refusal !== undefined) signals.rateLimit('refused')
    return state
  }
  return {
    ...limits,
    arrive: (address) => countOutcome(limits.arrive(address)),
    findRefusal: (caller) => countOutcome(limits.findRefusal(caller)),
    async admit(...request) {
      const state = await limits.admit(...request)
      signals.rateLimit(getOutcome(state))
      return state
    },
    admitDelivery(target) {
      const state = limits.admitDelivery(target)
      signals.rateLimit(getOutcome(state))
      return state
    },
  }
}

export function countedLimiter(limiter: Limiter, signals: Pick<Signals, 'rateLimit'>): Limiter {
  return {
    ...limiter,
    async take(...request) {
      const state = await limiter.take(...request)
      signals.rateLimit(getOutcome(state))
      return state
    },
  }
}
