/** Loaded into the service before anything else (`--import`): writes down every statement it sends to its database. */
import { appendFileSync } from 'node:fs'
import pg from 'pg'

/** As it was sent; bytes of a value are told as such, since JSON has none. */
export interface Statement {
  readonly connection: number
  readonly text: string
  readonly name?: string
  readonly values?: readonly unknown[]
}

const file = process.env.RECORD_STATEMENTS
if (file !== undefined) record(file)

function record(into: string): void {
  const connections = new WeakMap<object, number>()
  let known = 0
  const query = pg.Client.prototype.query as (this: object, ...given: unknown[]) => unknown
  const recording = function (this: object, ...given: unknown[]): unknown {
    const [config, values] = given
    const connection = connections.get(this) ?? known++
    connections.set(this, connection)
    const asked = typeof config === 'string' ? { text: config, ...(Array.isArray(values) ? { values } : {}) } : config
    if (hasText(asked)) {
      const { text, name, values: parameters } = asked
      const statement = {
        ...{ connection, text },
        ...(name === undefined ? {} : { name }),
        ...(parameters === undefined ? {} : { values: parameters.map(printable) }),
      }
      appendFileSync(into, `${JSON.stringify(statement)}\n`)
    }
    return query.apply(this, given)
  }
  Object.assign(pg.Client.prototype, { query: recording })
}

function hasText(asked: unknown): asked is { text: string; name?: string; values?: unknown[] } {
  return typeof asked === 'object' && asked !== null && 'text' in asked && typeof asked.text === 'string'
}

const printable = (value: unknown): unknown =>
  value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : value
