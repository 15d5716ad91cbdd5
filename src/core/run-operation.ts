/**
 * The one road of a request, the same at every door: authorize → parse input → handle → parse output → one span,
 * and one audit entry for a write. What ran and how it ended is counted, and noted for the log line of the request.
 * Who is calling has been settled before; the door renders what comes back or is thrown.
 */
import type { z } from 'zod'
import { workFor } from './asker.ts'
import type { Thing } from './audit.ts'
import { AppError, invalid, notFound, type Problem } from './errors.ts'
import type { LanguageModel } from './language-model.ts'
import { type Context, namesInPath, type Runnable, takesLong } from './operation.ts'
import { authorize } from './principal.ts'
import { detailOf, jsonPointer, PROBLEMS_TOLD } from './problems.ts'
import { noteRequest } from './request-scope.ts'
import { inSpan, traceId } from './tracing.ts'

/** Where the parts of an input came from, so that problems point at the right place. */
export interface Origins {
  readonly path: ReadonlySet<string>
  readonly query: ReadonlySet<string>
  /** Field → name of the header it came from. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The field that is the whole body, when one is. */
  readonly bodyField?: string | undefined
}

const everythingFromBody: Origins = { path: new Set(), query: new Set() }

export function runOperation(
  operation: Runnable,
  raw: unknown,
  ctx: Context,
  origins: Origins = everythingFromBody,
): Promise<unknown> {
  const attributes = {
    'parley.organization': ctx.org,
    'parley.via': ctx.principal.via,
    ...(ctx.principal.user === undefined ? {} : { 'user.id': ctx.principal.user.id }),
  }
  return inSpan({ name: operation.id, attributes }, () => workFor(ctx.org, () => run(operation, raw, ctx, origins)))
}

async function run(operation: Runnable, raw: unknown, ctx: Context, origins: Origins): Promise<unknown> {
  const startedAt = performance.now()
  let outcome = 'ok'
  const trace = traceId()
  noteRequest({ operation: operation.id, ...(trace === undefined ? {} : { trace }) })
  try {
    authorize(ctx.principal, operation.requires)
    const parsed = operation.input.safeParse(raw)
    if (!parsed.success) throw refusal(parsed.error.issues, operation, origins)
    const result = await operation.handle(
      parsed.data as never,
      telling(operation, askingWhenLong(operation, audited(operation, parsed.data, ctx))),
    )
    return operation.output.parse(result)
  } catch (error) {
    // Whatever breaks once nobody waits for the answer any more breaks for that reason.
    const fault = ctx.signal.aborted ? ctx.signal.reason : error
    outcome = fault instanceof AppError ? fault.code : 'internal'
    noteRequest({ error: outcome })
    throw fault
  } finally {
    ctx.signals.operation(operation.id, outcome)
    ctx.log.debug(
      {
        operation: operation.id,
        outcome,
        ms: Math.round((performance.now() - startedAt) * 10) / 10,
        organization: ctx.org,
        user: ctx.principal.user?.id,
        via: ctx.principal.via,
      },
      'operation',
    )
  }
}

/**
 * Checks everything about a request that can be known without its body: what the caller may do, whether the path names a
 * possible thing, and whether that is there and may be changed.
 * @throws AppError as the operation does
 */
export async function checkBeforeBody(
  operation: Runnable,
  named: Readonly<Record<string, string>>,
  ctx: Context,
): Promise<void> {
  authorize(ctx.principal, operation.requires)
  const { shape = {} } = operation.input as unknown as { shape?: Record<string, z.ZodType> }
  for (const name of namesInPath(operation.rest?.path ?? '')) {
    const isPossible = shape[name]?.safeParse(named[name]).success ?? true
    if (!isPossible) throw notFound(nounOf(operation, name), `/path/${name}`)
  }
  await operation.precheck?.(named, ctx)
}

/** Every transaction of an operation that writes ends with its audit entry. */
function audited(operation: Runnable, input: unknown, ctx: Context): Context {
  if (operation.requires.scope === 'read') return ctx
  const things: Thing[] = namesInPath(operation.rest?.path ?? '').map((name) => ({
    kind: nounOf(operation, name),
    id: String((input as Record<string, unknown>)[name]),
  }))
  return {
    ...ctx,
    names: (kind, id) => things.push({ kind, id }),
    transact: (work) =>
      ctx.transact(async (tx) => {
        const result = await work(tx)
        const { principal, source } = ctx
        await ctx.audit(tx, ctx.org, { operation: operation.id, principal, source, at: ctx.clock.now(), things })
        return result
      }),
  }
}

/**
 * Who asks a language model takes long, and says so: the work of all others may stand in one transaction, which must not
 * wait for one. That there is a model, everybody may know.
 */
function askingWhenLong(operation: Runnable, ctx: Context): Context {
  if (takesLong(operation) || ctx.model === undefined) return ctx
  const refuse = () => {
    throw new Error(`${operation.id} asks a language model and does not declare takesLong.`)
  }
  const { name, contextTokens } = ctx.model
  const model: LanguageModel = { name, contextTokens, object: refuse, text: refuse, stream: refuse, turn: refuse }
  return { ...ctx, model }
}

/** Only what an operation declares is told, and in the form it declares. */
function telling(operation: Runnable, ctx: Context): Context {
  return {
    ...ctx,
    async tell(event, data) {
      const schema = operation.events?.[event]
      if (schema === undefined) throw new Error(`${operation.id} declares no event ${event}.`)
      ctx.signal.throwIfAborted()
      await ctx.tell(event, schema.parse(data))
    },
  }
}

/** A path that names no possible thing is a thing that does not exist; everything else is a broken rule. */
function refusal(issues: readonly z.core.$ZodIssue[], operation: Runnable, origins: Origins): AppError {
  for (const issue of issues) {
    const name = String(issue.path[0])
    if (origins.path.has(name)) return notFound(nounOf(operation, name), `/path/${name}`)
  }
  const problems: Problem[] = issues.slice(0, PROBLEMS_TOLD).map((issue) => {
    const pointer = pointerOf(issue.path, origins)
    return { pointer, detail: detailOf(issue, pointer) }
  })
  const [first, ...rest] = problems
  return invalid(first ?? { pointer: '', detail: "The input isn't valid." }, ...rest)
}

/** The noun a path parameter's schema carries in its metadata: `pathId('team')`. */
function nounOf(operation: Runnable, name: string): string {
  const shape = (operation.input as unknown as { shape?: Record<string, z.ZodType> }).shape
  const noun = shape?.[name]?.meta()?.noun
  return typeof noun === 'string' ? noun : 'resource'
}

function pointerOf(path: readonly PropertyKey[], origins: Origins): string {
  const name = String(path[0] ?? '')
  if (origins.query.has(name)) return `/query/${name}`
  if (origins.headers?.[name] !== undefined) return `/header/${origins.headers[name]}`
  const steps = path[0] === origins.bodyField ? path.slice(1) : path
  return jsonPointer(steps)
}
