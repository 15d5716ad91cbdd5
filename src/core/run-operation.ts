/**
 * Runs an operation, the same for all transports: authorize → parse input → handle → parse output → one span, and one
 * audit entry for a write. Each run is counted in metrics and added to the log line of the request. The transport
 * authenticates the caller before, and renders the result or error.
 */
import type { z } from 'zod'
import { workFor } from './asker.ts'
import type { AuditTarget } from './audit.ts'
import { AppError, invalid, notFound, type Problem } from './errors.ts'
import type { LanguageModel } from './language-model.ts'
import { type Context, namesInPath, type Runnable, takesLong } from './operation.ts'
import { authorize } from './principal.ts'
import { formatIssue, jsonPointer, PROBLEMS_TOLD, WITH_INPUT, withoutConsequences } from './problems.ts'
import { noteRequest } from './request-scope.ts'
import { inSpan, traceId } from './tracing.ts'
import { runRequested } from './urgency.ts'

/** Origin of the input fields, for pointers in error messages. */
export interface Origins {
  readonly path: ReadonlySet<string>
  readonly query: ReadonlySet<string>
  /** Field → name of the request header. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Field that contains the whole body, if any. */
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
  return inSpan({ name: operation.id, attributes }, () =>
    workFor(ctx.org, () => runRequested(ctx.principal, () => run(operation, raw, ctx, origins))),
  )
}

async function run(operation: Runnable, raw: unknown, ctx: Context, origins: Origins): Promise<unknown> {
  const startedAt = performance.now()
  let outcome = 'ok'
  const trace = traceId()
  noteRequest({ operation: operation.id, ...(trace === undefined ? {} : { trace }) })
  try {
    authorize(ctx.principal, operation.requires)
    const parsed = operation.input.safeParse(raw, WITH_INPUT)
    if (!parsed.success) throw refusal(parsed.error.issues, operation, origins)
    const result = await operation.handle(
      parsed.data as never,
      restrictEvents(
        operation,
        restrictModelCalls(operation, audited(operation, parsed.data, withReader(operation, ctx))),
      ),
    )
    return operation.output.parse(result)
  } catch (error) {
    // After the caller disconnected, every failure is attributed to that.
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
 * Checks everything that doesn't need the body: permissions, path parameters, and whether the resource exists and may
 * be changed.
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
    const issue = shape[name]?.safeParse(named[name]).error?.issues[0]
    if (issue !== undefined) throw malformedPath(operation, name, issue)
  }
  await operation.precheck?.(named, ctx)
}

/**
 * Opens the reader of an operation that only reads, which may use a replica. If the operation writes after all, such as
 * a result that it computed, the rest of it reads from the primary.
 */
function withReader(operation: Runnable, ctx: Context): Context {
  if (operation.requires.scope !== 'read' || operation.readsPrimary) return ctx
  const { db, usePrimary } = ctx.openReader()
  const onPrimary =
    (transact: Context['transact']): Context['transact'] =>
    (work) => {
      usePrimary()
      return transact(work)
    }
  const transactBatch: Context['transactBatch'] = (statements) => {
    usePrimary()
    return ctx.transactBatch(statements)
  }
  const transactUnaudited = onPrimary(ctx.transactUnaudited)
  return { ...ctx, db, transact: onPrimary(ctx.transact), transactUnaudited, transactBatch }
}

/** Adds the audit entry at the end of each transaction of a writing operation. */
function audited(operation: Runnable, input: unknown, ctx: Context): Context {
  if (operation.requires.scope === 'read') return ctx
  const things: AuditTarget[] = namesInPath(operation.rest?.path ?? '').map((name) => ({
    kind: getParameterNoun(operation, name),
    id: String((input as Record<string, unknown>)[name]),
  }))
  return {
    ...ctx,
    addAuditTarget: (kind, id) => things.push({ kind, id }),
    transact: (work) =>
      ctx.transact(async (tx) => {
        const result = await work(tx)
        const { principal, source } = ctx
        await ctx.audit(tx, ctx.org, {
          operation: operation.id,
          principal,
          source,
          at: ctx.clock.now(),
          targets: things,
        })
        return result
      }),
  }
}

/**
 * Prevents model calls in operations that don't declare `takesLong`, because these may run in one transaction that must
 * not wait for a model. They can still check whether a model is configured.
 */
function restrictModelCalls(operation: Runnable, ctx: Context): Context {
  if (takesLong(operation) || ctx.model === undefined) return ctx
  const refuse = () => {
    throw new Error(`${operation.id} calls a language model and doesn't declare takesLong.`)
  }
  const { name, contextTokens } = ctx.model
  const model: LanguageModel = { name, contextTokens, object: refuse, text: refuse, stream: refuse, turn: refuse }
  return { ...ctx, model }
}

/** Sends only declared events, and only data that matches their schemas. */
function restrictEvents(operation: Runnable, ctx: Context): Context {
  return {
    ...ctx,
    async emit(event, data) {
      const schema = operation.events?.[event]
      if (schema === undefined) throw new Error(`${operation.id} doesn't declare the event ${event}.`)
      ctx.signal.throwIfAborted()
      await ctx.emit(event, schema.parse(data))
    },
  }
}

/** Error for invalid input: 404 if a path parameter is malformed, otherwise a validation error. */
function refusal(issues: readonly z.core.$ZodIssue[], operation: Runnable, origins: Origins): AppError {
  for (const issue of issues) {
    const name = String(issue.path[0])
    if (origins.path.has(name)) return malformedPath(operation, name, issue)
  }
  const problems: Problem[] = withoutConsequences(issues)
    .slice(0, PROBLEMS_TOLD)
    .map((issue) => {
      const pointer = toInputPointer(issue.path, origins)
      return { pointer, detail: formatIssue(issue, pointer) }
    })
  const [first, ...rest] = problems
  return invalid(first ?? { pointer: '', detail: "The input isn't valid." }, ...rest)
}

/** Error for a path parameter that no resource can have. It lists the values if the parameter has a fixed list. */
function malformedPath(operation: Runnable, name: string, issue: z.core.$ZodIssue): AppError {
  const next = issue.code === 'invalid_value' ? `Use one of: ${issue.values.map(String).join(', ')}.` : undefined
  return notFound(getParameterNoun(operation, name), `/path/${name}`, next)
}

/** Noun of a path parameter, from the metadata of its schema: `pathId('team')`. */
function getParameterNoun(operation: Runnable, name: string): string {
  const shape = (operation.input as unknown as { shape?: Record<string, z.ZodType> }).shape
  const noun = shape?.[name]?.meta()?.noun
  return typeof noun === 'string' ? noun : 'resource'
}

function toInputPointer(path: readonly PropertyKey[], origins: Origins): string {
  const name = String(path[0] ?? '')
  if (origins.query.has(name)) return `/query/${name}`
  if (origins.headers?.[name] !== undefined) return `/header/${origins.headers[name]}`
  const steps = path[0] === origins.bodyField ? path.slice(1) : path
  return jsonPointer(steps)
}
