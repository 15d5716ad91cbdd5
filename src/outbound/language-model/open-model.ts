/** Opens models that an operator or admin chose: for calls, and for a trial before they are connected. */
import type { Clock } from '../../core/clock.ts'
import type { Config, ModelSettings } from '../../core/config.ts'
import type { LanguageModelPort, ModelCall } from '../../core/language-model.ts'
import type { Log } from '../../core/log.ts'
import type { ConnectionOrigin, ModelChoice, ModelTrial } from '../../core/model-connection.ts'
import type { PublicFetch } from '../../core/public-fetch.ts'
import type { Signals } from '../../core/signals.ts'
import { guardModelFetch, guardServerFetch } from './guarded-fetch.ts'
import { createLanguageModel } from './language-model.ts'
import { isLocalPort, plainFetch, readLoadedContext } from './servers.ts'

/** Context length that Parley assumes if neither the server nor MODEL_CONTEXT has one. */
const CONTEXT_DEFAULT = 32_000
/** Maximum time of one call of a trial, so that a trial of two calls ends before browsers give up. */
const TRIAL_SECONDS_MAX = 120

export interface ModelOpener {
  /** Settings of a chosen model. Those that aren't part of the choice are from the environment. */
  toSettings(choice: Omit<ModelChoice, 'server'>): ModelSettings
  open(settings: ModelSettings, origin: ConnectionOrigin): LanguageModelPort
  openTrial(choice: ModelChoice, origin: ConnectionOrigin): ModelTrial
}

export interface OpenerParts {
  readonly config: Pick<Config, 'modelCalls'>
  readonly fetchPublic: PublicFetch
  readonly clock: Clock
  readonly log: Log
  readonly signals: Pick<Signals, 'modelCall'>
}

export function createModelOpener({ config, fetchPublic, clock, log, signals }: OpenerParts): ModelOpener {
  const toSettings = (choice: Omit<ModelChoice, 'server'>): ModelSettings => ({
    ...{ provider: choice.provider, url: choice.url, key: choice.key, name: choice.name },
    contextTokens: config.modelCalls.contextTokens ?? choice.contextTokens ?? CONTEXT_DEFAULT,
    concurrency: config.modelCalls.concurrency,
    timeoutSeconds: config.modelCalls.timeoutSeconds,
    prices: config.modelCalls.prices,
  })

  const open = (settings: ModelSettings, origin: ConnectionOrigin, logTo = log) =>
    createLanguageModel(settings, {
      ...{ clock, log: logTo, signals },
      ...(isGuarded(settings.url, origin)
        ? { fetch: guardModelFetch(fetchPublic, settings.timeoutSeconds * 1_000) }
        : {}),
    })

  return {
    toSettings,
    open,
    openTrial(choice, origin) {
      const settings = toSettings(choice)
      const timeoutSeconds = Math.min(settings.timeoutSeconds, TRIAL_SECONDS_MAX)
      const calls: ModelCall[] = []
      const port = open({ ...settings, timeoutSeconds, concurrency: 1 }, origin, createTrialLog(log))
      return {
        model: port.of(async (call) => void calls.push(call)),
        calls,
        async contextTokens() {
          const { server, url, name, key } = choice
          if (server !== 'ollama' || url === undefined) return choice.contextTokens
          const fetch = isGuarded(url, origin) ? guardServerFetch(fetchPublic) : plainFetch
          return readLoadedContext(url, name, { key, fetch, signal: new AbortController().signal })
        },
      }
    },
  }
}

/** Whether requests to a URL pass the checks of outbound requests. */
export const isGuarded = (url: string | undefined, origin: ConnectionOrigin): url is string =>
  origin === 'app' && url !== undefined && !isLocalPort(url)

/** Log of trials, whose caller reports failures. */
const createTrialLog = (log: Log): Log => ({
  debug: log.debug.bind(log),
  info: log.debug.bind(log),
  warn: log.debug.bind(log),
  error: log.error.bind(log),
})
