/** Operations of the setup page. They have no route, because an installation has one model, and clients don't change it. */
import { z } from 'zod'
import { Secret } from '../../../core/config.ts'
import { conflict, invalid } from '../../../core/errors.ts'
import { type ModelChoice, type ModelServer, ModelServerError, SERVER_FAULTS } from '../../../core/model-connection.ts'
import { COSTS, type Context } from '../../../core/operation.ts'
import { defineToolOperation } from '../../../core/tool.ts'
import { openKey, sealKey } from './sealed-key.ts'
import { type TrialResult, tryModel } from './trial.ts'

const TAG = 'Organization'
const requires = { scope: 'write', role: 'ADMIN' } as const

const provider = z.enum(['openai', 'anthropic'])
const serverKind = z.enum(['ollama', 'lm_studio', 'llama_cpp', 'vllm', 'other', 'anthropic'])
const url = z
  .url({ protocol: /^https?$/, error: '`url` must be an http or https URL, such as http://localhost:11434/v1.' })
  .max(2_000)
  .refine((text) => {
    const parsed = URL.parse(text)
    return (
      parsed !== null && parsed.username === '' && parsed.password === '' && parsed.search === '' && parsed.hash === ''
    )
  }, '`url` must have no user, password, query or fragment.')
  .transform((text) => text.replace(/\/+$/, ''))
const key = z
  .string()
  .max(1_000)
  .regex(/^[\x21-\x7e]+$/, '`key` must consist of visible ASCII characters.')

const address = { provider, url: url.optional() }
const choice = {
  ...address,
  server: serverKind,
  name: z
    .string()
    .max(200)
    .regex(/^\P{Cc}+$/u, '`name` must be one line.'),
  /** Key from `inspectModelServer`. */
  sealedKey: z.string().max(4_000).optional(),
  contextTokens: z.coerce.number<string>().int().min(1).max(100_000_000).optional(),
}

/** Checks that this organization may change the model, which serves the whole installation. */
async function authorizeChange({ modelConnections }: Context): Promise<void> {
  if (modelConnections.isFromEnvironment) {
    throw conflict(
      'model_in_environment',
      'MODEL_PROVIDER is set in the environment and replaces a connected model. To connect a model here, remove the setting and restart Parley.',
    )
  }
  if ((await modelConnections.countOrganizations()) > 1) {
    throw conflict(
      'several_organizations',
      'The organizations of this installation share one language model. The operator connects it with `parley model connect`.',
    )
  }
}

async function toChoice(ctx: Context, given: z.output<z.ZodObject<typeof choice>>): Promise<ModelChoice> {
  if (given.provider === 'openai' && given.url === undefined) throw urlRequired()
  if (!(await ctx.modelConnections.isAllowed(given.url, 'app')))
    throw invalid({ pointer: '/url', detail: SERVER_FAULTS.not_allowed })
  const { sealedKey, ...rest } = given
  return { ...rest, ...(sealedKey === undefined ? {} : { key: openKey(ctx, sealedKey) }) }
}

const urlRequired = () => invalid({ pointer: '/url', detail: '`url` is required. It usually ends with /v1.' })

export const getModelConnection = defineToolOperation({
  ...{ id: 'getModelConnection', summary: 'Get the connected language model', tag: TAG },
  input: z.object({}),
  output: z.object({
    isFromEnvironment: z.boolean(),
    isShared: z.boolean(),
    connected: z
      .object({
        ...{ provider, server: serverKind, url: z.string().nullable(), name: z.string(), hasKey: z.boolean() },
        ...{ contextTokens: z.int(), origin: z.enum(['environment', 'command_line', 'app']), isUsable: z.boolean() },
        connectedAt: z.string().nullable(),
      })
      .nullable(),
  }),
  requires: { scope: 'read', role: 'ADMIN' },
  async handle(_input, { modelConnections: models }) {
    const [connected, organizations] = await Promise.all([models.connected(), models.countOrganizations()])
    const isShared = organizations > 1
    return {
      ...{ isFromEnvironment: models.isFromEnvironment, isShared },
      connected:
        connected === undefined
          ? null
          : {
              ...connected,
              // With several organizations, the address is the business of the operator only.
              url: isShared ? null : (connected.url ?? null),
              connectedAt: connected.connectedAt?.toISOString() ?? null,
            },
    }
  },
})

export const findModelServers = defineToolOperation({
  ...{ id: 'findModelServers', summary: 'Find model servers on the usual local ports', tag: TAG },
  input: z.object({}),
  output: z.object({ ports: z.custom<Awaited<ReturnType<Context['modelConnections']['findLocal']>>>() }),
  ...{ requires, takesLong: true, cost: COSTS.medium },
  async handle(_input, ctx) {
    await authorizeChange(ctx)
    return { ports: await ctx.modelConnections.findLocal(ctx.signal) }
  },
})

export const inspectModelServer = defineToolOperation({
  ...{ id: 'inspectModelServer', summary: 'List the models of a server', tag: TAG },
  input: z.object({ ...address, key: key.optional() }),
  output: z.object({ server: z.custom<ModelServer>(), sealedKey: z.string().optional() }),
  ...{ requires, takesLong: true, cost: COSTS.medium },
  async handle({ key, ...given }, ctx) {
    await authorizeChange(ctx)
    if (given.provider === 'openai' && given.url === undefined) throw urlRequired()
    try {
      const secret = key === undefined ? undefined : new Secret(key)
      const server = await ctx.modelConnections.inspect({ ...given, key: secret }, 'app', ctx.signal)
      return { server, sealedKey: secret && sealKey(ctx, secret) }
    } catch (error) {
      if (!(error instanceof ModelServerError)) throw error
      throw invalid({ pointer: error.fault === 'key' ? '/key' : '/url', detail: error.message })
    }
  },
})

export const tryModelConnection = defineToolOperation({
  ...{ id: 'tryModelConnection', summary: 'Try a language model', tag: TAG },
  input: z.object(choice),
  output: z.object({ result: z.custom<TrialResult>() }),
  ...{ requires, takesLong: true, cost: COSTS.highest },
  async handle(given, ctx) {
    await authorizeChange(ctx)
    return { result: await tryModel(ctx.modelConnections.openTrial(await toChoice(ctx, given), 'app'), ctx.signal) }
  },
})

export const connectModel = defineToolOperation({
  ...{ id: 'connectModel', summary: 'Connect a language model', tag: TAG },
  input: z.object(choice),
  output: z.object({ name: z.string() }),
  ...{ requires, takesLong: true },
  async handle(given, ctx) {
    await authorizeChange(ctx)
    const chosen = await toChoice(ctx, given)
    await recordChange(ctx)
    await ctx.modelConnections.connect(chosen, 'app')
    return { name: chosen.name }
  },
})

export const disconnectModel = defineToolOperation({
  ...{ id: 'disconnectModel', summary: 'Disconnect the language model', tag: TAG },
  input: z.object({}),
  output: z.object({ disconnected: z.boolean() }),
  ...{ requires, takesLong: true },
  async handle(_input, ctx) {
    await authorizeChange(ctx)
    await recordChange(ctx)
    return { disconnected: await ctx.modelConnections.disconnect() }
  },
})

/**
 * Writes the audit entry, which every transaction of a writing operation ends with. The connection isn't in a table of
 * tenants, so another transaction stores it, afterwards: a change without an entry would be worse than an entry without a
 * change.
 */
const recordChange = (ctx: Context): Promise<void> => ctx.transact(async () => undefined)
